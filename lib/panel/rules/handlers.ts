import { ruleKindNames } from '@/lib/contract/panel/rule-conditions'

import type { PanelHandlersOf } from '../context'
import { lookAfterSaving } from './look-now'
import { readNotices, testRule } from './notices'
import { previewHandler } from './preview'
import { readRules } from './rule-view'
import { changeRule, createRule, removeRule } from './rules'
import { readTelling } from './telling-rights'

/** Those of tenders are on their own page. */
const listed = ruleKindNames.filter((kind) => kind !== 'tender')

export const ruleHandlers: PanelHandlersOf<'rules'> = {
  'rules.list': async (_input, context) => ({
    ...(await readTelling(context, listed)),
    items: await readRules(context.storage.db, context, 'others'),
  }),
  'rules.create': async ({ body }, context) => {
    const rule = await createRule(body, context)
    await lookAfterSaving(context, body.condition.kind)
    return rule
  },
  'rules.update': async ({ params, body }, context) => {
    const rule = await changeRule(params.id, body, context)
    await lookAfterSaving(context, body.condition.kind)
    return rule
  },
  'rules.delete': ({ params }, context) => removeRule(params.id, context),
  'rules.preview': previewHandler,
  'rules.notices': ({ params }, context) => readNotices(params.id, context),
  'rules.test': ({ params }, context) => testRule(params.id, context),
}
