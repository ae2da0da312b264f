import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ReportSettings, reportSettings } from '../contract/model/reportSettings.ts';
import type { Failure } from '../core/fail.ts';
import { Writer } from '../db/writer.ts';
import type { ReportFormat, ReportOrder } from '../features/reports/order.ts';
import { Mailing } from '../features/reports/schedules/mailing.ts';
import { RunFiles } from '../features/reports/schedules/runFiles.ts';
import { ReportScheduler } from '../features/reports/schedules/scheduler.ts';
import { ScheduleStore } from '../features/reports/schedules/scheduleStore.ts';
import { Calendars } from '../plantModel/calendars.ts';
import { addIndustry, startPlant } from './configuredPlant.ts';
import { silent } from './httpRig.ts';

export const at = (local: string): number => Date.parse(`${local}:00+05:30`);
export const DAY_MS = 86_400_000;

/** A scheduler on a real database whose reports are small texts and whose mails are kept. */
export const startRig = async (settings: Partial<ReportSettings> = {}) => {
  const plant = await startPlant();
  onTestFinished(() => {
    plant.close();
    plant.remove();
  });
  await addIndustry(plant);
  const schedule = {
    id: 'day',
    reportType: 'daily',
    service: 'water',
    reportFormat: 'pdf',
    at: '06:00',
    enabled: true,
    recipients: ['a@plant.example', 'b@plant.example'],
  };
  const asked = reportSettings.parse({ enabled: true, schedules: [schedule], ...settings });
  const temp = mkdtempSync(join(tmpdir(), 'scheduled-'));
  onTestFinished(() => rmSync(temp, { recursive: true }));
  const dataFolder = join(plant.folder, 'data');
  mkdirSync(dataFolder);
  const made: string[] = [];
  const mails: { to: string; id: string; file: string }[] = [];
  const faults: { report: Failure | undefined; mail: Failure | undefined } = { report: undefined, mail: undefined };
  const store = new ScheduleStore(new Writer(plant.sqlite), plant.kysely);
  const email = {
    mail: async (to: string, { id, attachments }: { id: string; attachments: readonly { path: string }[] }): Promise<void> => {
      if (faults.mail) throw faults.mail;
      mails.push({ to, id, file: readFileSync(attachments[0]?.path ?? '', 'utf8') });
    },
  };
  const files = new RunFiles({ store, dataFolder, clock: plant.clock });
  const scheduler = () =>
    new ReportScheduler({
      store,
      service: {
        orderOf: async (_asker, fields) => fields as unknown as ReportOrder,
        make: async (order: ReportOrder, format: ReportFormat) => {
          if (faults.report) throw faults.report;
          const { endDate } = order as unknown as { endDate: string };
          made.push(endDate);
          const path = join(temp, `${made.length}.${format}`);
          writeFileSync(path, `report of ${endDate}`);
          return { path, fileName: `DEMO water daily ${endDate}`, bytes: 1, format, remove: async () => {} };
        },
      },
      files,
      mailing: new Mailing({ store, email, dataFolder, clock: plant.clock, log: silent }),
      dataFolder,
      directory: plant.directory,
      calendars: new Calendars(plant.directory),
      settings: { reports: async () => asked },
      clock: plant.clock,
      log: silent,
    });
  plant.clock.set(at('2026-11-20T12:00'));
  return { plant, store, files, scheduler, made, mails, faults, dataFolder, asked };
};
