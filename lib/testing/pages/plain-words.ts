import { createTranslator } from 'use-intl'

import { graphRoles } from '@/components/companies/graph/model/graph-links'
import { createGraphWords } from '@/components/companies/graph/picture/graph-words'
import { recordOf } from '@/lib/domain/collections/record-of'

const messages = {
  roles: recordOf(graphRoles, (role) => role.replaceAll('_', ' ')),
  plurals: { ...recordOf(graphRoles, (role) => `${role}s`), other: 'others' },
  shares: '{percent} % shares',
  since: 'since {when}',
  former: 'until {when}: {what}',
  more: '{count} more',
  formerOnes: 'former',
  undisclosed: 'not disclosed',
  kinds: { company: 'company', person: 'person', unknown: 'unknown' },
  holds: '{who}: {what}',
  holdsIn: 'in {where}: {what}',
  queriedCompany: 'asked',
  noLines: 'no lines',
  groupOf: '{name} {count} of {hub}',
}
const t: unknown = createTranslator({ locale: 'en', messages, timeZone: 'Europe/Warsaw' })

/** English texts without the message catalogue, for tests. */
export const plainWords = createGraphWords(t as Parameters<typeof createGraphWords>[0], 'en')
