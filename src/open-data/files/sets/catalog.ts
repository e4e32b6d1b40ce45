import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { DataManifest } from '../schemas.ts';

/**
 * Creates the files for data portals: a DCAT catalog and a schema.org Dataset, both in JSON-LD. Pure
 * functions.
 */

export const TITLE = `Food trucks, hot dog carts and caterers of ${REGULATOR.jurisdiction}: licenses, inspections and grades`;
const KEYWORDS = ['food truck', 'mobile food vendor', 'caterer', 'food safety', 'inspection', 'license'];
const PUBLISHER = 'Vendor Compliance';
const IANA = 'https://www.iana.org/assignments/media-types/';
const UNPACKED = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};

/** Returns the description that both files begin with, because a portal shows little else. */
export function descriptionOf({ fictional, as_of }: DataManifest): string {
  const what = `Vendors, scorecards, inspections, violations and statistics as of ${as_of}, read from public records of the ${REGULATOR.office}, which does not run this service. Grades, scores and verdicts are this service’s own.`;
  return fictional ? `FICTIONAL DEMO DATA: no such business exists. ${what}` : what;
}

/** Returns W3C DCAT 3: one dataset per day, with a distribution for each file. */
export function dcatOf(manifest: DataManifest, baseUrl: string): object {
  const dataset = `${baseUrl}/data#dataset`;
  const literal = (value: string) => ({ '@language': 'en', '@value': value });
  const typed = (type: string, value: string | number) => ({ '@type': type, '@value': String(value) });
  const rights = [manifest.rights.regulator_records, manifest.rights.our_judgment].map((text) => ({
    '@type': 'dcterms:RightsStatement',
    'rdfs:label': literal(text),
  }));
  const publisher = { '@type': 'foaf:Agent', 'foaf:name': PUBLISHER, 'foaf:homepage': { '@id': baseUrl } };
  const distributions = manifest.tables.flatMap(({ name, description, files }) =>
    files.map((file) => ({
      '@id': file.url,
      '@type': 'dcat:Distribution',
      'dcterms:title': literal(`${name}, ${file.format}`),
      'dcterms:description': literal(description),
      'dcat:accessURL': { '@id': `${baseUrl}/data` },
      'dcat:downloadURL': { '@id': file.url },
      'dcat:mediaType': { '@id': `${IANA}${UNPACKED[file.format]}` },
      ...(file.format === 'parquet' ? {} : { 'dcat:compressFormat': { '@id': `${IANA}application/gzip` } }),
      'dcat:byteSize': typed('xsd:nonNegativeInteger', file.bytes),
      'spdx:checksum': {
        '@type': 'spdx:Checksum',
        'spdx:algorithm': { '@id': 'spdx:checksumAlgorithm_sha256' },
        'spdx:checksumValue': typed('xsd:hexBinary', file.sha256),
      },
      'dcterms:rights': rights,
      'dcterms:license': { '@id': manifest.rights.terms_url },
    })),
  );
  return {
    '@context': {
      dcat: 'http://www.w3.org/ns/dcat#',
      dcterms: 'http://purl.org/dc/terms/',
      foaf: 'http://xmlns.com/foaf/0.1/',
      rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
      spdx: 'http://spdx.org/rdf/terms#',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
    },
    '@id': `${baseUrl}/data`,
    '@type': 'dcat:Catalog',
    'dcterms:title': literal(PUBLISHER),
    'dcterms:description': literal(descriptionOf(manifest)),
    'dcterms:publisher': publisher,
    'foaf:homepage': { '@id': `${baseUrl}/data` },
    'dcat:dataset': {
      '@id': dataset,
      '@type': 'dcat:Dataset',
      'dcterms:title': literal(TITLE),
      'dcterms:description': literal(descriptionOf(manifest)),
      'dcterms:identifier': dataset,
      'dcterms:publisher': publisher,
      'dcterms:issued': typed('xsd:dateTime', manifest.published_at),
      'dcterms:modified': typed('xsd:dateTime', manifest.published_at),
      'dcterms:accrualPeriodicity': {
        '@id': 'http://publications.europa.eu/resource/authority/frequency/DAILY',
      },
      'dcterms:spatial': { '@type': 'dcterms:Location', 'rdfs:label': literal(REGULATOR.jurisdiction) },
      'dcterms:rights': rights,
      'dcat:keyword': KEYWORDS.map(literal),
      'dcat:landingPage': { '@id': `${baseUrl}/data` },
      'dcat:distribution': distributions,
    },
  };
}

/** Returns the description in the format that dataset search engines read. */
export function schemaOrgOf(manifest: DataManifest, baseUrl: string): object {
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': `${baseUrl}/data#dataset`,
    name: TITLE,
    description: descriptionOf(manifest),
    url: `${baseUrl}/data`,
    identifier: `${baseUrl}/data#dataset`,
    version: manifest.published_at,
    keywords: KEYWORDS,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: PUBLISHER, url: baseUrl },
    publisher: { '@type': 'Organization', name: PUBLISHER, url: baseUrl },
    isBasedOn: {
      '@type': 'CreativeWork',
      name: `Public records of the ${REGULATOR.office}`,
      usageInfo: manifest.rights.regulator_records,
    },
    license: manifest.rights.terms_url,
    usageInfo: `${manifest.rights.regulator_records} ${manifest.rights.our_judgment}`,
    creditText: manifest.cite_as,
    dateModified: manifest.published_at,
    temporalCoverage: temporalCoverage(manifest),
    spatialCoverage: { '@type': 'Place', name: REGULATOR.jurisdiction },
    variableMeasured: manifest.tables.flatMap(({ name, columns }) =>
      columns.map((each) => ({
        '@type': 'PropertyValue',
        name: `${name}.${each.name}`,
        description: each.description,
      })),
    ),
    distribution: manifest.tables.flatMap(({ files }) =>
      files.map(({ name, url, media_type, bytes, sha256 }) => ({
        '@type': 'DataDownload',
        name,
        contentUrl: url,
        encodingFormat: media_type,
        contentSize: `${bytes} B`,
        sha256,
      })),
    ),
  };
}

/** Returns the period from the earliest day in the current inspection files to the as-of day. */
function temporalCoverage({ covers, as_of }: DataManifest): string {
  const days = covers.flatMap(({ inspections_from: from }) => from ?? []).sort();
  return `${days[0] ?? '..'}/${as_of}`;
}
