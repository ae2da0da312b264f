import { exportConfiguration, importConfiguration } from '../../../contract/plant/commissioning/bulk.ts';
import { Failure } from '../../../core/fail.ts';
import { file, type Route, route } from '../../../http/route.ts';
import type { ConfigurationExport } from './exporter.ts';
import { type ConfigurationImport, fingerprint } from './importer.ts';

const [workbook, table, document] = exportConfiguration.media;
const mediaOf = { xlsx: workbook, csv: `${table}; charset=utf-8`, json: `${document}; charset=utf-8` } as const;

/** The field configuration as a file, out and in. */
export const bulkRoutes = ({
  configurationExport,
  configurationImport,
}: {
  configurationExport: Pick<ConfigurationExport, 'write'>;
  configurationImport: ConfigurationImport;
}): Route[] => [
  route(exportConfiguration)(async ({ query: { format } }, { caller, signal }) =>
    file({
      body: await configurationExport.write(caller.industryId, format, signal),
      contentType: mediaOf[format],
      fileName: `field-configuration.${format}`,
    }),
  ),
  route(importConfiguration)(async ({ query: { dryRun, from }, upload }, { caller, signal, audited, confirm, refuseLost }) => {
    if (!upload) throw new Failure('parameter', 'file missing');
    if (!dryRun) await confirm();
    const report = dryRun
      ? await configurationImport.look(caller.industryId, upload, signal)
      : await configurationImport.take(caller.industryId, upload, signal, { from, refuseLost });
    const { format, counts, errors, moreErrors, changes } = report;
    // what may be written, and how, is kept value by value
    const writePoints = dryRun ? [] : changes.filter(({ kind }) => kind === 'writePoints');
    audited({
      subject: dryRun ? 'dry run' : 'import',
      after: {
        format,
        counts,
        errors: errors.length + moreErrors,
        ...fingerprint(upload),
        ...(writePoints.length > 0 && { writePoints }),
      },
    });
    return report;
  }),
];
