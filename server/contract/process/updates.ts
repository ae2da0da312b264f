import { z } from 'zod';

/** Why no update is taken. */
export const updateRefusals = [
  // what was signed is not for this plant, or not what was signed
  ...(['noRoots', 'missing', 'badForm', 'keysNotSigned', 'keysOlder', 'notSigned', 'expired', 'otherChannel', 'older'] as const),
  ...(['leaps', 'sameVersion', 'downgrade', 'stepBetween', 'otherDatabase', 'otherPlatform', 'cutShort', 'altered'] as const),
  // the plant cannot take it now
  ...(['serverAway', 'noRoom', 'underWay', 'unreadable'] as const),
  // the feed does not give it
  ...(['badAddress', 'unreachable', 'redirected', 'badAnswer', 'notAFeed', 'tooLong', 'silent', 'tooSlow', 'stopped'] as const),
] as const;
export type UpdateRefusal = (typeof updateRefusals)[number];

const reason = z.string().max(300);
const refused = z.object({ kind: z.literal('refused'), code: z.enum(updateRefusals), reason });
const version = z.string().max(50);
const warnings = z.array(reason).max(10);
/** False where a person runs the installer, as on Windows and for a service. */
const canInstall = z.boolean();
const bytes = z.int().min(1);

/** The result of checking an update in a folder. */
export const updateVerdict = z.discriminatedUnion('kind', [
  refused,
  z.object({ kind: z.literal('newer'), version, warnings, canInstall }),
]);

/** An address of a feed: one of HTTP or HTTPS without a password; empty where none is asked. */
export const feedAddress = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)]);

/** What is known of the feed. Nothing is loaded, and nothing installed, before a person says so. */
const feedState = z.discriminatedUnion('kind', [
  /** None is asked, or not yet. */
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('asking') }),
  z.object({ kind: z.literal('nothingNew') }),
  /** Other plants get this version first. */
  z.object({ kind: z.literal('held'), version }),
  z.object({ kind: z.literal('offered'), version, bytes, warnings }),
  z.object({ kind: z.literal('loading'), version, bytes, loadedBytes: z.int() }),
  /** Loaded and verified, in a folder of this PC. */
  z.object({ kind: z.literal('ready'), version, warnings, folder: z.string() }),
  refused,
]);
export type FeedState = z.output<typeof feedState>;

/** `askedAt`: null before the first answer. */
export const feedInfo = z.object({ address: z.string(), askedAt: z.iso.datetime().nullable(), canInstall, state: feedState });
