import { MAX_CELLS } from '../source-table'
import { WorkbookRefusal } from './archive'
import { builtInShape, type NumberShape, shapeOf } from './number-format'
import { unescapeCell } from './sheet-reader'
import { attributeOf, scanXml } from './xml-scan'

/** The user chooses a sheet from a list of all their names. */
const MAX_SHEETS = 1000

export interface NamedSheet {
  readonly name: string
  readonly relation: string
  readonly isHidden: boolean
}

export interface BookPart {
  readonly sheets: readonly NamedSheet[]
  /** Days are counted from 1904, as by Excel on old Macs. */
  readonly is1904: boolean
}

export function readBookPart(xml: string): BookPart {
  const sheets: NamedSheet[] = []
  let is1904 = false
  scanXml(xml, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true|on)$/.test(attributeOf(attributes, 'date1904') ?? '')
      if (name !== 'sheet') return
      const relation = attributeOf(attributes, 'id') ?? ''
      const isHidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible'
      sheets.push({ name: attributeOf(attributes, 'name') ?? relation, relation, isHidden })
      if (sheets.length > MAX_SHEETS) throw new WorkbookRefusal('too_wide')
    },
  })
  return { sheets, is1904 }
}

/** The texts of a workbook in the order of their numbers, without phonetic guides. */
export function readSharedTexts(xml: string): string[] {
  const texts: string[] = []
  let text: string | undefined
  let [isRead, phoneticDepth] = [false, 0]
  scanXml(xml, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 't') isRead = phoneticDepth === 0
      else if (name === 'rPh') phoneticDepth += 1
    },
    text: (part) => {
      if (isRead && text !== undefined) text += part
    },
    close: (name) => {
      if (name === 't') isRead = false
      else if (name === 'rPh') phoneticDepth -= 1
      if (name !== 'si') return
      texts.push(unescapeCell(text ?? ''))
      text = undefined
      if (texts.length > MAX_CELLS) throw new WorkbookRefusal('too_wide')
    },
  })
  return texts
}

export function readShapes(xml: string): NumberShape[] {
  const customShapes = new Map<number, NumberShape>()
  const shapes: NumberShape[] = []
  let isInCells = false
  scanXml(xml, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isInCells = true
      else if (name === 'numFmt')
        customShapes.set(
          Number(attributeOf(attributes, 'numFmtId')),
          shapeOf(attributeOf(attributes, 'formatCode') ?? ''),
        )
      else if (name === 'xf' && isInCells) {
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
        shapes.push(customShapes.get(id) ?? builtInShape(id))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return shapes
}
