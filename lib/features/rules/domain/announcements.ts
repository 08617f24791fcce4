import { foldLine } from '@/lib/domain/fold'

/** Patterns of titles by kind of announcement, for all registers. An unrecognised title has no kind. */
const titles = {
  bankruptcy: /\bupadlosc/,
  restructuring: /restrukturyzac|\bukladow|\bsanacyj|zatwierdzeni[ea] ukladu/,
  liquidation: /likwidac/,
  deletion: /wykresleni[ea] z (krajowego rejestru|krs)/,
  vat: /rejestru vat|bialej li[s]cie|biala lista/,
} as const

export type AnnouncementKind = keyof typeof titles
export const announcementKinds = Object.keys(titles).filter((key): key is AnnouncementKind => key in titles)

export function kindsOfAnnouncement(title: string | null): ReadonlySet<AnnouncementKind> {
  if (title === null) return new Set()
  const folded = foldLine(title)
  return new Set(announcementKinds.filter((kind) => titles[kind].test(folded)))
}
