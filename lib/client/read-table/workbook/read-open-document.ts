import { type ZipParts, Refused } from './archive'
import { type BookOptions, chooseSheet, type Workbook } from './choose-sheet'
import { OpenSheetReader } from './open-sheet-reader'
import { attributeOf, scanXml } from './xml-scan'

const MAX_SHEETS = 1000

interface NamedTable {
  readonly name: string
  readonly style: string
}

/** The tables of a document, and the styles by which some of them are hidden. */
function tablesOf(xml: string) {
  const tables: NamedTable[] = []
  const hiddenStyles = new Set<string>()
  let [style, depth, isSheet] = ['', 0, false]
  scanXml(xml, {
    open: (name, attributes) => {
      const valueOf = (wanted: string) => attributeOf(attributes, wanted) ?? ''
      if (name === 'style') style = valueOf('name')
      else if (name === 'table-properties' && valueOf('display') === 'false') hiddenStyles.add(style)
      else if (name === 'spreadsheet') isSheet = true
      else if (name === 'table') {
        depth += 1
        tables.push({ name: valueOf('name'), style: valueOf('style-name') })
        if (tables.length > MAX_SHEETS || depth > 1) throw new Refused('too_wide')
      }
    },
    close: (name) => {
      if (name === 'table') depth -= 1
    },
  })
  return { tables, hiddenStyles, isSheet }
}

/** A spreadsheet of the OpenDocument kind, as LibreOffice writes it: its one XML text. */
export function readOpenXml(xml: string, options: BookOptions): Workbook | undefined {
  const { tables, hiddenStyles, isSheet } = tablesOf(xml)
  if (!isSheet) throw new Refused('word')
  const sheets = tables.map(({ name, style }, at) => ({
    name,
    isHidden: hiddenStyles.has(style),
    read: () => new OpenSheetReader(at).read(xml),
  }))
  const chosen = chooseSheet(sheets, options)
  // Days stand in it as text, whatever the document counts them from.
  return chosen && { ...chosen, is1904: false }
}

export function readOpenDocument(archive: ZipParts, options: BookOptions): Workbook | undefined {
  if (archive.text('META-INF/manifest.xml')?.includes('encryption-data') === true) throw new Refused('password')
  return readOpenXml(archive.text('content.xml') ?? '', options)
}
