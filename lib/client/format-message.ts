import formatOnly from 'use-intl/format-message/format-only'

import { withPolishZe } from '@/lib/domain/format/polish-ze'

/**
 * use-intl's formatter of parsed messages; `next.config.mjs` replaces the one with a parser. A Polish "z" before a
 * number that is read as "sto…" becomes "ze", which a catalogue cannot express because it does not know the number.
 */
const formatMessage: typeof formatOnly = (...args) => {
  const [, , , { locale }] = args
  const formatted = formatOnly(...args)
  return locale === 'pl' && typeof formatted === 'string' ? withPolishZe(formatted) : formatted
}
formatMessage.raw = formatOnly.raw

export default formatMessage
