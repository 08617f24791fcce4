'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useAction } from '@/components/layout/use-action'
import { useShowCharge } from '@/components/meters/use-show-charge'
import { needsPurpose, type PurposeQuestion } from '@/components/shared/purpose/purpose'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestForm } from '@/lib/contract/console/request-form'
import { inputsToStore, type RequestInputs } from '@/lib/contract/console/stored-inputs'

import { type Answer, unitsOfAnswer } from './answer'
import type { RequestFault } from './faults'

const loadEngine = async () => {
  const [{ checkInputs, readRefusedInputs }, { buildRequest }, { sendRequest }] = await Promise.all([
    import('./check-inputs'),
    import('./build-request'),
    import('./send-request'),
  ])
  return { checkInputs, readRefusedInputs, buildRequest, sendRequest }
}

interface CallOptions {
  readonly operation: ConsoleOperation
  readonly form: RequestForm
  readonly purpose: PurposeQuestion
}

/**
 * Runs one call at a time: validates, sends, reads and reports it, and saves it in the history. Leaving the page
 * cancels it.
 */
export function useCall({ operation, form, purpose }: CallOptions) {
  const [answer, setAnswer] = useState<Answer>()
  const [faults, setFaults] = useState<{ source: 'check' | 'service'; list: readonly RequestFault[] }>()
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const finish = useFinish(operation, form)
  useEffect(() => () => running.current?.abort(), [])

  /** Returns whether the request was sent, regardless of the result. */
  const send = async (inputs: RequestInputs): Promise<boolean> => {
    if (running.current !== undefined) return false
    const controller = new AbortController()
    running.current = controller
    setIsRunning(true)
    try {
      const engine = await loadEngine()
      const inputFaults = engine.checkInputs(operation.name, inputs)
      setFaults(inputFaults.length > 0 ? { source: 'check', list: inputFaults } : undefined)
      if (inputFaults.length > 0) return false
      setAnswer(undefined)
      const request = engine.buildRequest(operation, inputs)
      const sending = { operation, request, signal: controller.signal, onMore: setAnswer }
      let received = await engine.sendRequest(sending)
      if (needsPurpose(received.error) && (await purpose.ask())) received = await engine.sendRequest(sending)
      setAnswer(received)
      const refusedInputs =
        received.status === 422 && received.body.kind === 'text' ? engine.readRefusedInputs(received.body.text) : []
      if (refusedInputs.length > 0) setFaults({ source: 'service', list: refusedInputs })
      finish(received, inputs)
      return true
    } finally {
      running.current = undefined
      setIsRunning(false)
    }
  }
  const stop = useCallback(() => running.current?.abort(), [])
  const forgetFaults = () => setFaults(undefined)
  return { answer, faults, isRunning, send, stop, forgetFaults }
}

/** Reports the cost, refreshes affected queries and saves the call, also after a failure. */
function useFinish({ name, call, isWrite }: ConsoleOperation, form: RequestForm) {
  const client = useQueryClient()
  const showCharge = useShowCharge()
  // If the history cannot be saved, the answer is shown all the same.
  const { mutate: saveCall } = useAction('consoleCalls.add')
  const reportCost = (answer: Answer) => {
    const units = unitsOfAnswer(answer)
    if (!isGood(answer) || call === undefined || units === null || answer.state !== 'done') {
      return void client.invalidateQueries({ queryKey: ['usage'] })
    }
    const unitsLeft = answer.body.kind === 'lines' ? null : answer.left
    showCharge({ pool: call.pool, units, left: unitsLeft })
  }
  return (answer: Answer, inputs: RequestInputs) => {
    reportCost(answer)
    // Other pages may show what was changed here.
    if (isWrite && isGood(answer)) void client.invalidateQueries({ queryKey: [name.split('.')[0]] })
    const { stored, isPartial } = inputsToStore(form, inputs)
    const { status, tookMs, requestId } = answer
    saveCall({
      body: {
        operation: name,
        status,
        took_ms: tookMs,
        units: unitsOfAnswer(answer),
        request_id: requestId !== null && /^[\w.-]{1,64}$/.test(requestId) ? requestId : null,
        inputs: stored,
        is_partial: isPartial,
      },
    })
  }
}

const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300
