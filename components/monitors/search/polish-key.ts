/** A Polish letter stands after its Latin one: `~` is above every letter and digit, `}` just below it (ź before ż). */
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

/** A key whose plain comparison is the order of a Polish dictionary: hundreds of times quicker than a collator. */
export const polishKey = (text: string): string =>
  text.toLowerCase().replace(/[ąćęłńóśźż]/g, (letter) => letters[letter] ?? letter)
