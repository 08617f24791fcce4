import { type ZipParts, partKey, Refused } from './archive'
import { attributeOf, scanXml } from './xml-scan'

/** A relation of one part to another: its kind is the last word of its type, the same in every edition of the standard. */
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

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

const lastWord = (type: string): string => type.slice(type.lastIndexOf('/') + 1)
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** An office file as its standard has it: parts are found by their relations, then by their types, and last by usual names. */
export class OfficePackage {
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

  /** The part of a kind among relations, or the one whose type says so, or the one with the usual name. */
  find(relations: readonly Relation[], kind: string, usual: string): string | undefined {
    const related = relations.find((each) => each.kind === kind && this.#archive.has(each.path))?.path
    if (related !== undefined) return related
    const typed = [...this.#types].find(([path, type]) => type.endsWith(`.${kind}+xml`) && this.#archive.has(path))?.[0]
    return typed ?? this.#archive.names.find((name) => name === usual)
  }

  /** The workbook; refused by its kind when the file is another one. */
  workbook(): string {
    const main = this.relations('').find(({ kind }) => kind === 'officeDocument')?.path
    const typed = [...this.#types].find(([, type]) => /(sheet|template)(\.macroEnabled)?\.main\+xml$/.test(type))?.[0]
    const path = [main, typed, 'xl/workbook.xml'].find((each) => each !== undefined && this.#archive.has(each))
    if (path === undefined || path.endsWith('.bin')) throw new Refused(otherKind(this.#archive))
    if (/^(word|ppt)\//.test(path)) throw new Refused(path.startsWith('word/') ? 'word' : 'archive')
    return path
  }

  #pathOf(folder: string, target: string): string {
    const path = resolve(folder, target)
    return this.#archive.has(path) ? path : resolve(folder, decoded(target))
  }
}

function otherKind({ names }: ZipParts): 'xlsb' | 'word' | 'numbers' | 'archive' {
  if (names.includes('xl/workbook.bin')) return 'xlsb'
  if (names.includes('word/document.xml')) return 'word'
  return names.some((name) => name.endsWith('.iwa')) ? 'numbers' : 'archive'
}
