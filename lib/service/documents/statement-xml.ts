import type { FiledDocument, RdfFinancials } from '@/lib/contract/documents'
import type { SubjectTable } from '@/lib/service/registers/tables'

import { NOT_GIVEN } from './company-fields'
import { SAMPLE_NOTICE } from './pdf-content'

const BASE = 'http://www.mf.gov.pl/schematy/SF/DefinicjeTypySprawozdaniaFinansowe/2018/07/09'
const NAMESPACES = {
  tns: `${BASE}/JednostkaInnaWZlotych`,
  dtsf: `${BASE}/DefinicjeTypySprawozdaniaFinansowe/`,
  jin: `${BASE}/JednostkaInnaStruktury`,
}

type Element = readonly [name: string, content: string | number | readonly Element[], attributes?: string]

/**
 * An annual statement in the format of Polish structured statements, with only the stored figures; a real one has about
 * a hundred more positions.
 */
export function statementXml(
  company: SubjectTable,
  document: FiledDocument,
  figures: RdfFinancials,
): Uint8Array<ArrayBuffer> {
  const namespaces = Object.entries(NAMESPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  const root: Element = [
    'tns:JednostkaInna',
    [header(document), introduction(company, document), balanceSheet(figures), profitAndLoss(figures)],
    namespaces.join(' '),
  ]
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${SAMPLE_NOTICE} -->\n${write(root, '')}\n`,
  )
}

const header = ({ period_start, period_end, prepared_on }: FiledDocument): Element => [
  'tns:Naglowek',
  [
    ['dtsf:OkresOd', period_start],
    ['dtsf:OkresDo', period_end],
    ['dtsf:DataSporzadzenia', prepared_on],
    ['tns:KodSprawozdania', 'SprFinJednostkaInnaWZlotych', 'kodSystemowy="SFJINZ (1)" wersjaSchemy="1-2"'],
    ['tns:WariantSprawozdania', 1],
  ],
]

function introduction(company: SubjectTable, { period_start, period_end }: FiledDocument): Element {
  const { name, city, province, nip, krs } = company
  return [
    'tns:WprowadzenieDoSprawozdaniaFinansowego',
    [
      [
        'tns:P_1',
        [
          [
            'tns:P_1A',
            [
              ['dtsf:NazwaFirmy', name],
              [
                'dtsf:Siedziba',
                [
                  ['dtsf:Wojewodztwo', province ?? NOT_GIVEN],
                  ['dtsf:Miejscowosc', city ?? NOT_GIVEN],
                ],
              ],
            ],
          ],
          ...(nip === null ? [] : [['tns:P_1D', nip] as const]),
          ...(krs === null ? [] : [['tns:P_1E', krs] as const]),
        ],
      ],
      [
        'tns:P_3',
        [
          ['dtsf:DataOd', period_start],
          ['dtsf:DataDo', period_end],
        ],
      ],
    ],
  ]
}

const amount = (name: string, value: number, parts: readonly Element[] = []): Element => [
  name,
  [['dtsf:KwotaA', `${value}.00`], ...parts],
]

const balanceSheet = (figures: RdfFinancials): Element => [
  'tns:Bilans',
  [
    amount('jin:Aktywa', figures.total_assets, [
      amount('jin:Aktywa_A', figures.fixed_assets),
      amount('jin:Aktywa_B', figures.current_assets),
    ]),
    amount('jin:Pasywa', figures.equity + figures.liabilities, [
      amount('jin:Pasywa_A', figures.equity),
      amount('jin:Pasywa_B', figures.liabilities),
    ]),
  ],
]

/** The by-nature variant: A is revenue, F operating profit, L net profit. */
const profitAndLoss = ({ revenue, operating_profit, net_profit }: RdfFinancials): Element => [
  'tns:RZiS',
  [['tns:RZiSPor', [amount('jin:A', revenue), amount('jin:F', operating_profit), amount('jin:L', net_profit)]]],
]

function write([name, content, attributes]: Element, indent: string): string {
  const open = attributes === undefined ? name : `${name} ${attributes}`
  if (typeof content !== 'object') return `${indent}<${open}>${escape(String(content))}</${name}>`
  const children = content.map((child) => write(child, `${indent}  `))
  return [`${indent}<${open}>`, ...children, `${indent}</${name}>`].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML 1.0 cannot represent most control characters. */
const escape = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Cs}/gu, '').replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
