import { readdirSync, readFileSync } from 'node:fs'

import words from '@/docs/data-model.json'
import { monthlyFigures, poolFigures, registers } from '@/lib/domain/usage/pools'

export type StoredColumn = {
  readonly name: string
  readonly kind: 'text' | 'number'
  readonly isNullable: boolean
  readonly about: string
}
export type StoredTable = {
  readonly name: string
  readonly file: string
  readonly about: string
  readonly columns: readonly StoredColumn[]
}
type Shape = { readonly file: string; readonly about: string; readonly bases: readonly string[]; readonly body: string }

const commentOf = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll(/^\s*\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const COMMENT = String.raw`(?:^[ \t]*(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)[ \t]*\n)?`
const TYPE = new RegExp(
  `${COMMENT}^(?:export )?type (\\w+) =\\s*((?:\\w+\\s*&\\s*)*)(?:\\{([^\\n}]*|\\n[\\s\\S]*?\\n *)\\}(?: & Record<([^,>]+), number>)?|(\\w+)$)`,
  'gm',
)
const FIELD = new RegExp(
  `${COMMENT}^\\s*(?:readonly )?(\\w+)(\\??):((?: [^;\\n]+)?(?:\\n {4,}(?:\\||//)[^\\n]+)*)`,
  'gm',
)

/** Row types by name, parsed from the files of tables; only the required subset of TypeScript is supported. */
function readShapes(): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>()
  const found = ['lib/features', 'lib/service', 'lib/storage'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?:^|\/)tables(?:-\w+)?\.ts$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
  for (const file of ['lib/contract/announcement.ts', ...found.toSorted()]) {
    for (const [, comment, name = '', bases = '', body = '', figures = '', others = ''] of readFileSync(
      file,
      'utf8',
    ).matchAll(TYPE)) {
      shapes.set(name, {
        file,
        about: commentOf(comment),
        bases: `${bases} ${others}`.match(/\w+/g) ?? [],
        body: body + counterFields(figures),
      })
    }
  }
  return shapes
}

const FIGURES: Readonly<Record<string, readonly string[]>> = {
  MonthlyFigure: monthlyFigures,
  PoolFigure: poolFigures,
  Register: registers,
}
/** `MonthlyFigure | Register`: a counter for each. */
const counterFields = (names: string): string =>
  (names.match(/\w+/g) ?? [])
    .flatMap((name) => FIGURES[name] ?? [])
    .map((figure) => `\n  ${figure}: number`)
    .join('')

type Field = { readonly name: string; readonly type: string; readonly about: string }

function fieldsOf(shapes: ReadonlyMap<string, Shape>, name: string): readonly Field[] {
  const shape = shapes.get(name)
  if (shape === undefined) throw new Error(`No file of tables has a type ${name}`)
  const body = shape.body.includes('\n') ? shape.body : shape.body.replaceAll('; ', '\n')
  return [
    ...shape.bases.flatMap((base) => fieldsOf(shapes, base)),
    ...[...body.matchAll(FIELD)].map(([, comment, field = '', , type = '']) => ({
      name: field,
      type: type.trim(),
      about: commentOf(comment),
    })),
  ]
}

/** All tables of the type `Database`, with the comments of their files. */
export function readTables(): readonly StoredTable[] {
  const shapes = readShapes()
  return fieldsOf(shapes, 'Database').map(({ name, type }) => {
    const [row = ''] = /\w+/.exec(type) ?? []
    return {
      name,
      file: shapes.get(row)?.file ?? '',
      about: shapes.get(row)?.about ?? '',
      columns:
        type
          .match(/\w+/g)
          ?.flatMap((part) => fieldsOf(shapes, part))
          .map(toColumn) ?? [],
    }
  })
}

const toColumn = ({ name, type, about }: Field): StoredColumn => ({
  name,
  kind: /\bnumber\b|^\d/.test(type) ? 'number' : 'text',
  isNullable: /\bnull\b/.test(type),
  about,
})

/** A column as described by the database itself. */
export type KeyedColumn = { readonly name: string; readonly isKey: boolean; readonly refersTo: string | undefined }
type Keys = ReadonlyMap<string, ReadonlyMap<string, KeyedColumn>>

const sentences: Readonly<Record<string, string>> = words.tables

/** Contents of `docs/data-model.md`, by module. */
export function writeDataModel(tables: readonly StoredTable[], keys: Keys): string {
  const listedFiles = words.sections.map(({ file }) => file)
  const unlisted = tables.filter(({ file }) => !listedFiles.includes(file))
  if (unlisted.length > 0) throw new Error(`docs/data-model.json has no section for ${unlisted[0]?.file ?? ''}`)
  const described = Object.keys(sentences).find((name) => !tables.some((table) => table.name === name))
  if (described !== undefined) throw new Error(`docs/data-model.json describes ${described}, which is not a table`)
  const sections = words.sections.map(({ title, file, about }) => {
    const moduleTables = tables.filter((table) => table.file === file)
    const parts = [`## ${title}`, [`\`${file}\`.`, about].join(' ').trim(), ...diagramOf(moduleTables, keys)]
    return [...parts, ...moduleTables.flatMap((table) => tablePart(table, keys))].join('\n\n')
  })
  return `${['# Data model', ...words.intro, ...sections].join('\n\n')}\n`
}

function diagramOf(tables: readonly StoredTable[], keys: Keys): string[] {
  const lines = tables.flatMap(({ name }) =>
    [...(keys.get(name)?.values() ?? [])].flatMap(({ name: column, refersTo }) =>
      refersTo === undefined ? [] : [`  ${refersTo} ||--o{ ${name} : ${column}`],
    ),
  )
  return lines.length === 0 ? [] : [['```mermaid', 'erDiagram', ...lines, '```'].join('\n')]
}

function tablePart({ name, about, columns }: StoredTable, keys: Keys): string[] {
  const sentence = sentences[name] ?? about
  if (sentence === '') throw new Error(`The table ${name} is not described: add a line to docs/data-model.json`)
  const rows = columns.map((column) => {
    const { isKey = false, refersTo } = keys.get(name)?.get(column.name) ?? {}
    const marks = [isKey ? 'PK' : '', refersTo === undefined ? '' : `→ ${refersTo}`].filter(Boolean).join(', ')
    const description = column.about.replaceAll('|', '\\|')
    return `| \`${column.name}\` | ${column.kind}${column.isNullable ? '?' : ''} | ${marks} | ${description} |`
  })
  return [`**\`${name}\`**: ${sentence}`, ['| column | kind | key | |', '|---|---|---|---|', ...rows].join('\n')]
}
