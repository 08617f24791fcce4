import { expect, it } from 'vitest'

import { looksLikeEmail, splitEmails } from './split-emails'

it.each([
  ['jan@firma.pl', ['jan@firma.pl']],
  ['jan@firma.pl, ewa@firma.pl;ola@firma.pl', ['jan@firma.pl', 'ewa@firma.pl', 'ola@firma.pl']],
  ['jan@firma.pl\newa@firma.pl\r\n\tola@firma.pl  ', ['jan@firma.pl', 'ewa@firma.pl', 'ola@firma.pl']],
  ['Jan Kowalski <Jan@Firma.pl>, "Ewa Nowak" <ewa@firma.pl>', ['jan@firma.pl', 'ewa@firma.pl']],
  ['jan@firma.pl JAN@FIRMA.PL', ['jan@firma.pl']],
  ['proszę o dostęp dla ewa@firma.pl.', ['ewa@firma.pl']],
  ['', []],
  [' ,;\n ', []],
])('extracts the addresses from %j', (text, emails) => {
  expect(splitEmails(text)).toEqual(emails)
})

it('rejects malformed addresses and accepts a valid one', () => {
  expect(['jan@firma', '@firma.pl', 'jan@', 'jan@firma..pl'].filter(looksLikeEmail)).toEqual([])
  expect(looksLikeEmail('jan.kowalski+faktury@dzial.firma.pl')).toBe(true)
})
