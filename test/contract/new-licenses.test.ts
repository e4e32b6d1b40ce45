import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field } from '../support/check.ts';
import { openTestApp } from '../support/demo-app.ts';
import { describeBothEngines } from '../support/engines.ts';
import { file, licenses, run, truck } from '../support/publication-runs.ts';
import { applicationCsv, applicationRow } from '../support/regulator-files.ts';

describeBothEngines('a license that appears only in the file of new licenses', (open) => {
  test('is reported as new, with its date, in a decision and on its page, while others are not on file', async () => {
    const database = await open();
    const approved = applicationRow({ licenseNumber: 'MFD4758877', approvedOn: '2025-09-20' });
    await run(database, [
      await licenses('licenses.csv', '2025-10-01', [truck(1)]),
      await file('new.csv', applicationCsv([approved])),
    ]);
    const app = await openTestApp(database);
    const said = async (number: string) => {
      const { status, json } = await app.get(`/api/v1/decision?license_number=${number}`);
      return [status, field(json, 'error', 'code'), field(json, 'error', 'message')] as const;
    };
    const [status, code, message] = await said('MFD4758877');
    assert.deepEqual([status, code], [404, 'vendor_not_found']);
    const told =
      /file of new licenses lists "MFD4758877", approved on September 20, 2025\. The main license file doesn’t list it yet/;
    assert.match(String(message), told);
    assert.match(String((await said('MFD4758878'))[2]), /^We can’t find/);
    assert.match(
      String((await said('MFD5890001'))[2]),
      /^We have no data about "MFD5890001" because we haven’t loaded the license file for its district\./,
    );
    const page = (await app.get('/check?license_number=MFD4758877', { accept: 'text/html' })).body;
    assert.match(page, /approved on September 20, 2025/);
    await app.app.close();
    await database.close();
  });
});
