const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/
const POLISH = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/
/** How spreadsheets count days, where a date came as a plain number. */
const SERIAL = /^(4\d{4}|5\d{4})$/
const DAY_MS = 86_400_000
const SERIAL_EPOCH = Date.UTC(1899, 11, 30)

/** A day as people and spreadsheets write it, as `YYYY-MM-DD`; undefined for what is none. */
export function readTypedDay(cell: string): string | undefined {
  const text = cell.trim()
  const serial = SERIAL.exec(text)
  if (serial) return new Date(SERIAL_EPOCH + Number(text) * DAY_MS).toISOString().slice(0, 10)
  const iso = ISO.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const polish = POLISH.exec(text)
  return polish ? dayOf(polish[3], polish[2], polish[1]) : undefined
}

/** Undefined for the 31st of a month that has none. */
function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text ? text : undefined
}
