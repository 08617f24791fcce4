import { HttpError } from '@/lib/http/errors'

import type { PanelHandlersOf } from '../../context'
import { BrokenReport } from '../report-reader'
import { maskReportRow } from './mask-row'
import { ndjsonAnswer } from './ndjson-answer'
import { openSealedPlace, openPreview } from './open-preview'
import { previewCount } from './preview-count'
import { previewRows } from './preview-rows'
import { shorten, toText } from './row-cells'
import { takePreviewTurn } from './running-previews'

/** Of one field; a ruling has a few thousand characters. */
const MAX_FIELD = 20_000
const MAX_FIELDS = 500

/** Takes a turn for as long as lines are made, also when nobody took the first. */
async function* inTurn<T>(accountId: string, lines: AsyncGenerator<T>): AsyncGenerator<T> {
  const giveBack = takePreviewTurn(accountId)
  try {
    yield* lines
  } finally {
    giveBack()
  }
}

export const reportPreviewHandlers: PanelHandlersOf<'reportPreview'> = {
  'reportPreview.rows': (input, context) =>
    ndjsonAnswer(inTurn(context.account.id, previewRows(input, context)), context.request.signal),
  'reportPreview.count': (input, context) =>
    ndjsonAnswer(inTurn(context.account.id, previewCount(input, context)), context.request.signal),
  'reportPreview.row': async ({ params: { report_id: id }, query }, context) => {
    const giveBack = takePreviewTurn(context.account.id)
    try {
      const place = await openSealedPlace(context, id, query.place)
      const { opened, broken } = await openPreview(context, { id, place, signal: context.request.signal })
      if (opened === undefined) throw new HttpError('upstream_error', `The report is broken: ${broken}`)
      try {
        const batch = await opened.rows.next()
        const read = batch.done === true ? undefined : batch.value[0]
        if (read === undefined) throw new BrokenReport('short')
        const fields = 'fields' in read.parsed ? maskReportRow(read.parsed.fields) : {}
        return { row: read.row, fields: Object.entries(fields).slice(0, MAX_FIELDS).map(toField) }
      } finally {
        await opened.rows.return(undefined)
      }
    } catch (error) {
      if (error instanceof BrokenReport) throw new HttpError('upstream_error', error.message)
      throw error
    } finally {
      giveBack()
    }
  },
}

function toField([name, value]: [string, unknown]) {
  const text = toText(value)
  return {
    name: shorten(name, 200),
    value: text === null ? null : shorten(text, MAX_FIELD),
    is_cut: text !== null && text.length > MAX_FIELD,
  }
}
