export type SignatureFault = 'empty' | 'format'
/** `value` is the canonical spelling. `suggestion` is a likely intended signature, to be offered and never applied. */
export type SignatureCheck =
  | { ok: true; value: string }
  | { ok: false; error: SignatureFault; suggestion: string | null }

const KRZ_REPERTORIES = 'GU GUp GUp-s GUp-sk GUz GUk GUo GR GRz GRz-nu GRp GRu GRs GRk'.split(' ')
// `Ns` is not an insolvency repertory, but MSiG publishes notices to heirs under it.
const MSIG_REPERTORIES = ['GU', 'GUp', 'GUp-s', 'GR', 'GRp', 'GRu', 'GRs', 'GUk', 'GUu', 'Ns']

const byLowerCase = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name.toLowerCase(), name]))
// A claims file of the trustee has the suffix -Zw.
const krzRepertories = byLowerCase(KRZ_REPERTORIES.flatMap((name) => [name, `${name}-Zw`]))
const msigRepertories = byLowerCase(MSIG_REPERTORIES)

const tidy = (raw: string): string =>
  raw
    .normalize('NFKC')
    .replace(/[\u200B\uFEFF]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s*\/\s*/g, '/')
    .replace(/\s+/g, ' ')
    .trim()

const fault = (text: string): SignatureCheck => ({
  ok: false,
  error: text === '' ? 'empty' : 'format',
  suggestion: null,
})

/** The last character of a court code is a letter that is often typed as a similar digit (KR15 for KR1S). */
const LETTER_LIKE: Readonly<Record<string, string>> = { '0': 'O', '1': 'L', '5': 'S', '8': 'B' }

function spellKrz(court: string, repertory: string, file: string): SignatureCheck {
  const last = court.slice(-1)
  const spell = (letter: string) => `${court.slice(0, -1).toUpperCase()}${letter.toUpperCase()}/${repertory}/${file}`
  if (!/\d/.test(last)) return { ok: true, value: spell(last) }
  const letter = LETTER_LIKE[last]
  return { ok: false, error: 'format', suggestion: letter === undefined ? null : spell(letter) }
}

/** A signature of the debtors' register: court, repertory, number, year, as in `WA1M/GUp-s/123/2024`. */
export function checkKrzSignature(raw: string): SignatureCheck {
  const text = tidy(raw)
  const [, court = '', rawRepertory = '', file = ''] =
    /^([A-Z]{2}\d[A-Z\d])\/([A-Z-]+)\/(\d{1,6}\/\d{4})$/i.exec(text) ?? []
  const repertory = krzRepertories.get(rawRepertory.toLowerCase())
  return repertory === undefined ? fault(text) : spellKrz(court, repertory, file)
}

/**
 * A signature of MSiG: a file of a court division (`IX GU 9001/13`) or a register entry (`WA.XII
 * NS-REJ.KRS/70057/24/475`).
 */
export function checkMsigSignature(raw: string): SignatureCheck {
  const text = tidy(raw)
  if (/^[A-Z]{2}\.[IVX]+ NS-REJ\.KRS\/\d+\/\d{2}\/\d{3}$/i.test(text)) return { ok: true, value: text.toUpperCase() }
  const [, division = '', rawRepertory = '', rest = ''] = /^([IVXLC]+) ([A-Z-]+) (\d+\/\d{2})$/i.exec(text) ?? []
  const repertory = msigRepertories.get(rawRepertory.toLowerCase())
  return repertory === undefined ? fault(text) : { ok: true, value: `${division.toUpperCase()} ${repertory} ${rest}` }
}
