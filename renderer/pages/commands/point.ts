import type { z } from 'zod';
import type { listWritePoints } from '../../../server/contract/plant/commands.ts';

export type Point = z.output<typeof listWritePoints.reply>['points'][number];
