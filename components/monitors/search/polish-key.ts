/** Polish letters sort after their Latin base: `~` is above every letter and digit, `}` just below it (ź before ż). */
const letters: Readonly<Record<string, string>> = {
  ą: 'a~',
  ć: 'c~',
  ę: 'e~',
  ł: 'l~',
  ń: 'n~',
  ó: 'o~',
  ś: 's~',
  ź: 'z}',
  ż: 'z~',
}

/** A key whose plain comparison gives Polish dictionary order, hundreds of times faster than a collator. */
export const polishKey = (text: string): string =>
  text.toLowerCase().replace(/[ąćęłńóśźż]/g, (letter) => letters[letter] ?? letter)
