import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeXlsx } from '../../server/features/reports/render/xlsx/xlsx.ts';
import { sampleReport } from '../../server/test/reportSamples.ts';

const fontFiles = ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'].map((name) =>
  resolve(import.meta.dirname, '../../resources/fonts', name),
);
const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);
if (!office) console.log('skipped: what LibreOffice computes of a report (it is not installed)');
const noOffice = !office && 'LibreOffice is not installed';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-office-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a report as a workbook', () => {
  it.skipIf(noOffice)(
    'comes to the same totals when LibreOffice computes it',
    async () => {
      const model = sampleReport(12);
      const path = join(folder, 'report.xlsx');
      await writeXlsx({ model, path, fontFiles, isStreamed: false, signal: new AbortController().signal });
      const book = new exceljs.Workbook();
      await book.xlsx.readFile(path);
      const [meters] = model.sections;
      if (meters?.kind !== 'table') throw new Error('no table');
      let formulas = 0;
      // without the results that were stored with them, they must be computed
      for (const sheet of book.worksheets)
        sheet.eachRow((row) =>
          row.eachCell((cell) => {
            if (cell.formula) {
              cell.value = { formula: cell.formula };
              formulas += 1;
            }
          }),
        );
      expect(formulas).toBe(1);
      await book.xlsx.writeFile(path);
      const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,3';
      const profile = `-env:UserInstallation=file://${join(folder, 'office')}`;
      execFileSync(office ?? '', [profile, '--headless', '--convert-to', filter, '--outdir', folder, path], {
        timeout: 60_000,
        stdio: 'ignore',
      });
      const csv = [`${path.replace('.xlsx', '')}-Meters.csv`, path.replace('.xlsx', '.csv')].find((name) => existsSync(name));
      const lines = readFileSync(csv ?? '', 'utf8').split('\n');
      const sum = lines.find((line) => line.startsWith('Total,'))?.split(',')[3];
      expect(Number(sum)).toBeCloseTo(meters.total?.sums.volume ?? Number.NaN, 6);
      expect(lines.some((line) => line.startsWith('=SUM(A1:A9) 4,'))).toBe(true);
    },
    60_000,
  );
});
