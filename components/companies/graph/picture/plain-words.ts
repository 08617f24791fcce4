import { createGraphWords } from './graph-words'

/** English words without a catalogue, for tests. */
export const plainWords = createGraphWords({
  role: (role) => role.replaceAll('_', ' '),
  plural: (role) => `${role}s`,
  otherPlural: 'others',
  shares: (percent) => `${percent} % shares`,
  since: (when) => `since ${when}`,
  former: (what, when) => `until ${when}: ${what}`,
  more: (count) => `${count} more`,
  formerOnes: 'former',
  undisclosed: 'not disclosed',
  kind: (kind) => kind,
  holds: (what, who) => `${who}: ${what}`,
  holdsIn: (what, where) => `in ${where}: ${what}`,
  asked: 'asked',
  noLines: 'no lines',
  groupOf: (name, count, hub) => `${name} ${count} of ${hub}`,
})
