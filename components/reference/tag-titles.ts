import type { Messages } from '@/lib/domain/format/messages'

/** Titles of the description's tags; a remote service may have others, which are shown as they are. */
export const tagTitles = ({
  console: { groups },
  'register-names': names,
}: Pick<Messages, 'console' | 'register-names'>): Readonly<Record<string, string>> => ({
  ...groups,
  wpv: groups.whiteList,
  rdf: groups.documents,
  krs: names.krs.source,
  crbr: names.crbr.source,
  knf: names.knf.source,
  uokik: names.uokik.source,
  sudop: names.sudop.source,
})
