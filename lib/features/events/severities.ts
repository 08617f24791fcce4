import { eventSeverities, type SeverityChoices, severityOfKind, isEventKind } from '@/lib/domain/events/event-kinds'
import { recordChange } from '@/lib/features/audit/audit'
import type { PanelHandlersOf } from '@/lib/panel/context'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { readSeverityChoices, replaceSeverityChoices } from './statements/event-severities'

/** Only choices that differ from the usual severity, which a later version may change. */
const differentChoices = (choices: SeverityChoices): SeverityChoices =>
  Object.fromEntries(
    Object.entries(choices).filter(([kind, severity]) => isEventKind(kind) && severityOfKind(kind) !== severity),
  )

/** The chosen kinds by severity, as the audit log shows them. */
const bySeverity = (choices: SeverityChoices) =>
  Object.fromEntries(
    eventSeverities.map((severity) => [
      severity,
      Object.entries(choices).flatMap(([kind, chosen]) => (chosen === severity ? [kind] : [])),
    ]),
  )

export const eventSeverityHandlers: PanelHandlersOf<'eventSeverities'> = {
  'eventSeverities.get': async (_input, { storage, account }) => ({
    choices: await readSeverityChoices(storage.db, account.id),
  }),
  'eventSeverities.set': ({ body }, context) =>
    inAccount(context, async (tx) => {
      const { id } = context.account
      const [before, choices] = [await readSeverityChoices(tx, id), differentChoices(body.choices)]
      await replaceSeverityChoices(tx, id, choices)
      const change = { action: 'eventSeverities.set', before: bySeverity(before), after: bySeverity(choices) } as const
      await recordChange(tx, context, change)
      return { choices }
    }),
}
