import { expect, it, vi } from 'vitest';
import { SessionIndex } from '../sessionIndex.ts';
import { type TicketParts, Tickets } from './tickets.ts';

const session = { id: 's1', userId: 'u1', industryId: 'DEMO' };
const user = { id: 'u1', username: 'asha', permissions: ['EXECUTIVE_SUMMARY', 'SYSTEM'] };

it.each([
  ['nobody has', undefined, user],
  ['was of a user who is gone', session, undefined],
  ['nobody has, of nobody', undefined, undefined],
])('there is no ticket and no access for a session that %s', (_, ofSession, ofUser) => {
  const signScoped = vi.fn(() => ({ token: 'signed' }));
  const index = { session: () => ofSession, user: () => ofUser };
  const tickets = new Tickets({ index, tokens: { signScoped } } as unknown as TicketParts);
  for (const sign of [
    () => tickets.ticket('s1', 'executiveSummary', 60),
    () => tickets.scopedAccess('s1', 'executiveSummary', 60),
  ])
    expect(sign).toThrow(expect.objectContaining({ code: 'sessionEnded' }));
  expect(signScoped).not.toHaveBeenCalled();
});

it('an index without sessions has no ticket for any', () => {
  const tickets = new Tickets({ index: new SessionIndex() } as unknown as TicketParts);
  expect(() => tickets.ticket('s1', 'executiveSummary', 60)).toThrow(expect.objectContaining({ code: 'sessionEnded' }));
});
