import { WorkbookRefusal, type WorkbookFault, ZipParts, partKey } from './archive'
import { type BookOptions, chooseSheet, type OpenSheet, type Workbook } from './choose-sheet'
import { OpenSheetReader } from './open-sheet-reader'
import { type CellSources, SheetReader } from './sheet-reader'
import { readBookPart, readShapes, readSharedTexts } from './workbook-parts'
import { attributeOf, scanXml } from './xml-scan'

const MAX_SHEETS = 1000

interface NamedTable {
  readonly name: string
  readonly style: string
}

/** The tables of a document, and the styles that hide some of them. */
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
        if (tables.length > MAX_SHEETS || depth > 1) throw new WorkbookRefusal('too_wide')
      }
    },
    close: (name) => {
      if (name === 'table') depth -= 1
    },
  })
  return { tables, hiddenStyles, isSheet }
}

/** Reads the XML of an OpenDocument spreadsheet, as LibreOffice writes it. */
function readOpenXml(xml: string, options: BookOptions): Workbook | undefined {
  const { tables, hiddenStyles, isSheet } = tablesOf(xml)
  if (!isSheet) throw new WorkbookRefusal('word')
  const sheets = tables.map(({ name, style }, at) => ({
    name,
    isHidden: hiddenStyles.has(style),
    read: () => new OpenSheetReader(at).read(xml),
  }))
  const chosen = chooseSheet(sheets, options)
  // Days are stored as text, so the document's date system does not matter.
  return chosen && { ...chosen, is1904: false }
}

function readOpenDocument(archive: ZipParts, options: BookOptions): Workbook | undefined {
  if (archive.text('META-INF/manifest.xml')?.includes('encryption-data') === true) throw new WorkbookRefusal('password')
  return readOpenXml(archive.text('content.xml') ?? '', options)
}

export type WorkbookResult =
  | { readonly ok: true; readonly workbook: Workbook }
  | { readonly ok: false; readonly fault: WorkbookFault }

const NO_TABLE = new Set(['chartsheet', 'dialogsheet', 'xlMacrosheet', 'xlIntlMacrosheet'])

/** Reads an XLSX file through its relations, because programs name its parts differently. */
function readOfficeBook(archive: ZipParts, options: BookOptions): Workbook | undefined {
  const office = new OfficePackage(archive)
  const main = office.workbook()
  const { sheets, is1904 } = readBookPart(archive.text(main) ?? '')
  const relations = office.relations(main)
  const textOf = (kind: string, defaultPath: string) => {
    const path = office.find(relations, kind, defaultPath)
    return path === undefined ? undefined : archive.text(path)
  }
  let sources: CellSources | undefined
  const sourcesOnce = (): CellSources => {
    if (sources !== undefined) return sources
    const shared = textOf('sharedStrings', 'xl/sharedstrings.xml')
    const styles = textOf('styles', 'xl/styles.xml')
    sources = {
      shared: shared === undefined ? undefined : readSharedTexts(shared),
      shapes: styles === undefined ? [] : readShapes(styles),
      is1904,
    }
    return sources
  }
  const tables = sheets.flatMap(({ name, relation, isHidden }): OpenSheet[] => {
    const found = relations.find(({ id }) => id === relation)
    if (found !== undefined && NO_TABLE.has(found.kind)) return []
    const read = () => {
      const xml = found && archive.text(found.path)
      if (xml === undefined) throw new WorkbookRefusal('broken_workbook')
      return new SheetReader(sourcesOnce()).read(xml)
    }
    return [{ name, isHidden, read }]
  })
  const chosen = chooseSheet(tables, options)
  return chosen && { ...chosen, is1904 }
}

function readArchive(bytes: Uint8Array, options: BookOptions): Workbook | undefined {
  const archive = new ZipParts(bytes)
  const isOpenDocument = archive.has('content.xml') && !archive.has('[Content_Types].xml')
  return isOpenDocument ? readOpenDocument(archive, options) : readOfficeBook(archive, options)
}

function toResult(read: () => Workbook | undefined): WorkbookResult {
  try {
    const workbook = read()
    return workbook === undefined ? { ok: false, fault: 'broken_workbook' } : { ok: true, workbook }
  } catch (error) {
    return { ok: false, fault: error instanceof WorkbookRefusal ? error.fault : 'broken_workbook' }
  }
}

/**
 * The rows of one sheet of an XLSX or ODS file: results of formulas, and stored numbers, except for days and zeros that
 * come from the cell's format.
 */
export const readWorkbook = (bytes: Uint8Array, options: BookOptions = {}): WorkbookResult =>
  toResult(() => readArchive(bytes, options))

/** The same for an OpenDocument spreadsheet in a single XML file. */
export const readOpenText = (text: string, options: BookOptions): WorkbookResult =>
  toResult(() => readOpenXml(text, options))

/**
 * A relation between parts: its kind is the last word of its type, which is the same in every edition of the standard.
 */
interface Relation {
  readonly id: string
  readonly kind: string
  readonly path: string
}

function resolve(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '')
  for (const step of partKey(target).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

const lastWord = (type: string): string => type.slice(type.lastIndexOf('/') + 1)
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** An office file: parts are found by their relations, then by their types, then by usual names. */
class OfficePackage {
  readonly #archive: ZipParts
  readonly #types = new Map<string, string>()

  constructor(archive: ZipParts) {
    this.#archive = archive
    const types = archive.text('[Content_Types].xml')
    if (types === undefined) return
    scanXml(types, {
      open: (name, attributes) => {
        if (name === 'Override')
          this.#types.set(
            partKey(attributeOf(attributes, 'PartName') ?? ''),
            attributeOf(attributes, 'ContentType') ?? '',
          )
      },
    })
  }

  relations(part: string): Relation[] {
    const folder = folderOf(part)
    const name = part.slice(part.lastIndexOf('/') + 1)
    const xml = this.#archive.text([folder, '_rels', `${name}.rels`].filter((step) => step !== '').join('/'))
    const found: Relation[] = []
    if (xml === undefined) return found
    scanXml(xml, {
      open: (name, attributes) => {
        const target = attributeOf(attributes, 'Target')
        if (name !== 'Relationship' || target === undefined || attributeOf(attributes, 'TargetMode') === 'External')
          return
        const kind = lastWord(attributeOf(attributes, 'Type') ?? '')
        found.push({ id: attributeOf(attributes, 'Id') ?? '', kind, path: this.#pathOf(folder, target) })
      },
    })
    return found
  }

  /** The part of a kind: by relation, by type, or by its usual name. */
  find(relations: readonly Relation[], kind: string, defaultPath: string): string | undefined {
    const related = relations.find((each) => each.kind === kind && this.#archive.has(each.path))?.path
    if (related !== undefined) return related
    const typed = [...this.#types].find(([path, type]) => type.endsWith(`.${kind}+xml`) && this.#archive.has(path))?.[0]
    return typed ?? this.#archive.names.find((name) => name === defaultPath)
  }

  /** Path of the workbook; throws by kind for another document. */
  workbook(): string {
    const main = this.relations('').find(({ kind }) => kind === 'officeDocument')?.path
    const typed = [...this.#types].find(([, type]) => /(sheet|template)(\.macroEnabled)?\.main\+xml$/.test(type))?.[0]
    const path = [main, typed, 'xl/workbook.xml'].find((each) => each !== undefined && this.#archive.has(each))
    if (path === undefined || path.endsWith('.bin')) throw new WorkbookRefusal(otherKind(this.#archive))
    if (/^(word|ppt)\//.test(path)) throw new WorkbookRefusal(path.startsWith('word/') ? 'word' : 'archive')
    return path
  }

  #pathOf(folder: string, target: string): string {
    const path = resolve(folder, target)
    return this.#archive.has(path) ? path : resolve(folder, decodeTarget(target))
  }
}

function otherKind({ names }: ZipParts): 'xlsb' | 'word' | 'numbers' | 'archive' {
  if (names.includes('xl/workbook.bin')) return 'xlsb'
  if (names.includes('word/document.xml')) return 'word'
  return names.some((name) => name.endsWith('.iwa')) ? 'numbers' : 'archive'
}
