/** Brings a database up to date, as a start does; ended by its test at any moment. Its argument is the database. */
import { ManualClock } from '../../server/core/clock.ts';
import { openWriter } from '../../server/db/openWriter.ts';

process.stdout.write('begins\n');
openWriter(process.argv[2] ?? '', new ManualClock(0)).writer.close();
