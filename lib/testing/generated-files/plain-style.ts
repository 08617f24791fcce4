import type { XlsxStyle } from './xlsx-writer'

export const plainStyle: XlsxStyle = {
  bookPath: 'xl/workbook.xml',
  textsPath: 'xl/sharedStrings.xml',
  target: 'relative',
  hasTypes: true,
  backslashes: false,
  prefix: '',
  isStrict: false,
  texts: 'shared',
  references: true,
  blank: 'absent',
  days: 'built_in',
  is1904: false,
  encoding: 'utf-8',
  before: '',
  after: '',
  isStored: false,
  numbers: 'plain',
}
