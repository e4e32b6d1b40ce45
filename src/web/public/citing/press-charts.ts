import { scaleLinear } from 'd3-scale';
import { describeDay } from '../../../lib/time/dates.ts';
import { describeCovers } from '../../../open-data/statistics/cite.ts';
import { coversMonth, earliestReach } from '../../../published-state/covers.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import type { CountyRecord } from './county-names.ts';
import { gradeRows } from './grade-rows.ts';

/**
 * Charts as separate files. Each chart includes its title, source, date and coverage, so that a newspaper
 * prints them together. Pure functions.
 */

interface PressBar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

interface PressChart {
  readonly title: string;
  readonly subtitle: string;
  readonly rows: readonly PressBar[];
}

const WIDTH = 960;
const LEFT = 330;
const ROW = 44;
const TOP = 120;
const FONT = '"Source Sans 3", "Segoe UI", system-ui, sans-serif';
const MONTHS_SHOWN = 12;
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Draws a chart of the state's vendors by grade. */
export function statewideGradesChart(statistics: StoredStatistics, baseUrl: string): Html {
  const { grades, vendors } = statistics;
  return renderChart(
    {
      title: `Food trucks and caterers by grade, ${REGULATOR.jurisdiction}`,
      subtitle: `${vendors.total.toLocaleString('en-US')} vendors on the files read: ${describeCovers(statistics.covers)}`,
      rows: gradeRows(grades),
    },
    statistics,
    `${baseUrl}/florida`,
  );
}

/** Draws a chart of inspections by month. A month that no file covers has no number. */
export function monthsChart(statistics: StoredStatistics, baseUrl: string): Html {
  const { by_month: months, covers } = statistics;
  const isRead = (month: string) => coversMonth(covers, month);
  return renderChart(
    {
      title: `Inspections of food trucks and caterers by month, ${REGULATOR.jurisdiction}`,
      subtitle: `By the month they began in; the newest month is not over. On file: ${describeCovers(covers)}`,
      rows: months.slice(-MONTHS_SHOWN).map(({ month, inspections }) => ({
        label: MONTH.format(new Date(`${month}-01`)),
        value: isRead(month) ? inspections : 0,
        text: isRead(month) ? inspections.toLocaleString('en-US') : 'no file read',
      })),
    },
    statistics,
    `${baseUrl}/florida`,
  );
}

/** Draws a chart of a county's vendors by grade. */
export function countyChart(
  { name, figures, cover }: CountyRecord,
  statistics: StoredStatistics,
  address: string,
): Html {
  const vendors = figures?.vendors ?? 0;
  const many = `${vendors.toLocaleString('en-US')} ${vendors === 1 ? 'vendor' : 'vendors'} on the files read`;
  return renderChart(
    {
      title: `Food trucks and caterers by grade, ${name} County`,
      subtitle: cover || figures ? many : 'Unknown: no file of the county was read',
      rows: figures ? gradeRows(figures.grades) : [],
    },
    { ...statistics, covers: cover ? [cover] : [] },
    address,
  );
}

function renderChart(chart: PressChart, statistics: StoredStatistics, address: string): Html {
  const { as_of, fictional, covers } = statistics;
  const reach = earliestReach(covers);
  const { title, subtitle, rows } = chart;
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const x = scaleLinear([0, most], [0, WIDTH - LEFT - 170]);
  const bars = rows.map(({ label, value, text }, index) => {
    const y = TOP + index * ROW;
    return html`<text x="${LEFT - 16}" y="${y + 26}" text-anchor="end">${label}</text><rect x="${LEFT}" y="${y + 8}" width="${x(value).toFixed(1)}" height="26" fill="#0b5c6b"/><text x="${(LEFT + x(value) + 10).toFixed(1)}" y="${y + 26}">${text}</text>`;
  });
  const end = TOP + rows.length * ROW + 20;
  const height = end + 70;
  const source = fictional
    ? 'FICTIONAL DEMO DATA: no such business exists. Not to be cited as fact.'
    : `Computed from public records of the ${REGULATOR.name}. Grades are by Vendor Compliance, not the regulator.`;
  const warning = fictional
    ? html`<rect x="0" y="0" width="${WIDTH}" height="10" fill="#b42318"/>`
    : html`<rect x="0" y="0" width="${WIDTH}" height="10" fill="#0b5c6b"/>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title source" font-family="${FONT}" font-size="18" fill="#1b2a33">
<title id="title">${title}</title>
<desc id="source">${subtitle}. ${rows.map(({ label, text }) => `${label}: ${text}`).join('; ')}. ${source}</desc>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${warning}
<text x="30" y="58" font-size="28" font-weight="600">${title}</text>
<text x="30" y="90" fill="#55646d">${subtitle}</text>
${joinHtml(bars, '\n')}
<line x1="30" y1="${end}" x2="${WIDTH - 30}" y2="${end}" stroke="#d9d5cb"/>
<text x="30" y="${end + 26}" font-size="15"${fictional ? html` font-weight="600"` : ''}>${source}</text>
<text x="30" y="${end + 48}" font-size="15" fill="#55646d">As of ${describeDay(as_of)}${reach === undefined ? '' : `, from records up to ${describeDay(reach)}`}. ${address}</text>
</svg>
`;
}
