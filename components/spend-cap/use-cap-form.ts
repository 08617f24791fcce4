'use client'

import { useState } from 'react'

import { isApiError } from '@/lib/domain/api-error'
import type { Forecast } from '@/lib/domain/usage/forecast'
import { readOwnCap } from '@/lib/domain/usage/overage'

import { type AmountFault, readDraft, type CapDraft, toCapChoice, suggestedAmount } from './cap-choice'
import { type CapDialog, toCapMeter, decideCap } from './cap-decision'
import { type CapMeterAnswer, useFreshMeter } from './use-meter'
import { otherCapIn, useSaveCap } from './use-save-cap'

const shownWhileTyping: readonly AmountFault[] = ['fraction', 'format', 'range']
type Question = { readonly kind: Exclude<CapDialog, 'none'>; readonly capPln: number | null }

/**
 * The state of the editor and `submit`: reads the meter, checks for another user's change, confirms if necessary, and
 * sends.
 */
export function useCapForm(meter: CapMeterAnswer, forecast: Forecast | null) {
  const capPln = readOwnCap(meter)
  const editor = useCapDraft(capPln, forecast?.open.grosz)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const [reason, setReason] = useState('')
  const [isChecking, setIsChecking] = useState(false)
  const freshMeter = useFreshMeter()
  const saving = useSaveCap()
  const discard = () => {
    editor.discard()
    setWasSubmitted(false)
    setReason('')
    saving.reset()
  }
  const parsed = readDraft(editor.draft)

  const send = async (next: number | null) => {
    // A refusal stays in `saving.error` and is shown in the form.
    await saving.save({ toPln: next, shownPln: capPln, reason }).then(discard, () => undefined)
    setQuestion(null)
  }
  const submit = async () => {
    setWasSubmitted(true)
    if (!parsed.ok) return
    setIsChecking(true)
    const fresh = (await freshMeter()) ?? meter
    setIsChecking(false)
    // Another user has changed the cap since the page was rendered: the conflict is shown now, and the next press
    // overwrites it deliberately.
    if (readOwnCap(fresh) !== capPln) return
    const kind = decideCap(parsed.capPln, toCapMeter(fresh), forecast)
    if (kind === 'none') await send(parsed.capPln)
    else setQuestion({ kind, capPln: parsed.capPln })
  }
  const change = (part: Parameters<typeof editor.change>[0]) => {
    saving.reset()
    editor.change(part)
  }
  const fault = parsed.ok || !(wasSubmitted || shownWhileTyping.includes(parsed.fault)) ? undefined : parsed.fault
  return {
    ...editor,
    change,
    discard,
    submit,
    parsed,
    fault,
    reason,
    setReason,
    question,
    confirm: () => question && send(question.capPln),
    dismiss: () => setQuestion(null),
    isPending: saving.isPending || isChecking,
    isSending: saving.isPending,
    // Another user's change is shown as a conflict instead of an error.
    error: otherCapIn(saving.error) === undefined ? saving.error : null,
    lost: saving.lost,
    fieldError: fieldErrorOf(saving.error),
  }
}

/** The service's own message for the field, from its 422. */
function fieldErrorOf(error: Error | null): string | undefined {
  return isApiError(error) ? error.fields.find(({ path }) => path[0] === 'spend_cap_pln')?.message : undefined
}

type EditedDraft = { readonly draft: CapDraft; readonly basePln: number | null }
export type CapConflict = { readonly beforePln: number | null; readonly nowPln: number | null }

/**
 * The content of the editor. Until the first edit (`edited` is null) it follows the service; afterwards it
 * stays, and a cap that changes on the service is shown as a conflict.
 */
function useCapDraft(capPln: number | null, forecastGrosz: number | undefined) {
  const [edited, setEdited] = useState<EditedDraft | null>(null)
  const server: CapDraft = { choice: toCapChoice(capPln), amount: suggestedAmount(capPln, forecastGrosz) }
  const draft = edited?.draft ?? server
  const change = (part: Partial<CapDraft>) =>
    setEdited((current) => ({
      draft: { ...(current?.draft ?? server), ...part },
      basePln: current ? current.basePln : capPln,
    }))
  const conflict: CapConflict | null =
    edited !== null && edited.basePln !== capPln ? { beforePln: edited.basePln, nowPln: capPln } : null
  return { draft, isTouched: edited !== null, change, discard: () => setEdited(null), conflict }
}
