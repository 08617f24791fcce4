import { foldLine } from '../fold'
import { plainText } from './number-text'

const NONE =
  /^(?:(?:brak|bez|nie ma|nie posiada|nie podano|nie dotyczy|bd|b\/d|b\.d\.|nd|n\/d|n\.d\.|n\/a|na|none|null|nil|missing|not applicable|without)(?: (?:nip|numeru|danych|numer|krs|id))?|[-?.]+)$/

/** Whether a text says by words or a dash that there is no number. */
export const saysNone = (raw: string): boolean => NONE.test(foldLine(plainText(raw)))
