import { z } from 'zod';
import { nameText } from '../rules/nameText.ts';
import { alertSettings } from './alertSettings.ts';
import { hourMinuteSecond, shift } from './common.ts';
import { reportSettings } from './reportSettings.ts';

const siUnit = z.string().trim().min(1).max(20);
const personName = nameText(100);

/** AccountsSettingsModel as it is answered. */
export const accountSettings = z
  .object({
    account: z.object({
      industryName: z.string(),
      logo: z.string().meta({ description: 'empty when there is none, or when its address is not an allowed one' }),
      shift: shift.meta({ description: 'the newest rule; a change is valid from the coming shift day' }),
      siUnit: z.object({ SOURCE_CATEGORY: z.string(), STOCK_CATEGORY: z.string() }),
    }),
    user: z
      .array(z.object({ id: z.string(), phoneNo: z.string(), active: z.boolean(), name: z.string() }))
      .meta({ description: 'users with a phone number' }),
    alerts: alertSettings,
    reports: reportSettings,
    sso: z.array(z.object({ email: z.string(), role: z.string(), active: z.boolean() })),
  })
  .meta({ id: 'AccountSettings' });
export type AccountSettings = z.input<typeof accountSettings>;

/** AccountsSettingsModel as it is sent; parsed after the endpoint's own rules. What is left out of `account` stays. */
export const accountSettingsBody = z.object({
  account: z.object({
    industryName: nameText(100).min(1).optional(),
    logo: z
      .string()
      .max(2048)
      .nullish()
      .transform((logo) => logo ?? ''),
    shift: z.object({ startAt: hourMinuteSecond, endAt: hourMinuteSecond, shiftName: nameText(100).optional() }).optional(),
    siUnit: z.object({ SOURCE_CATEGORY: siUnit.optional(), STOCK_CATEGORY: siUnit.optional() }).optional(),
  }),
  user: z
    .array(
      z.object({
        id: z.string().max(64).nullish(),
        phoneNo: z.string(),
        active: z.boolean().optional(),
        name: personName.optional(),
      }),
    )
    .max(1000),
  // without their names, so that the published body contains the whole shape
  alerts: z.object(alertSettings.shape),
  reports: z.object(reportSettings.shape),
  sso: z
    .array(z.object({ email: z.string().trim(), role: nameText(40).min(1), active: z.boolean().optional() }))
    .max(1000)
    .nullish(),
});
export type AccountSettingsBody = z.output<typeof accountSettingsBody>;
