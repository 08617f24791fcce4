'use client'

import { useState } from 'react'

import type { RequestForm } from '@/lib/contract/console/request-form'
import type { RequestPlace } from '@/lib/contract/console/request-places'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'
import { isRecord } from '@/lib/domain/collections/json'

import {
  withValueAt,
  type Draft,
  type DraftPath,
  type DraftValue,
  blankDraft,
  groupIn,
  toDraft,
  toInputs,
} from './draft'

/** The inputs of an operation, retained while the page is open; `inputs` fill the form again. */
export interface SavedRequestInputs {
  readonly draft?: Draft
  readonly inputs?: RequestInputs
  /** The typed text, if the body is entered as JSON. */
  readonly json?: string | undefined
}

export type RequestDraft = ReturnType<typeof useRequestDraft>

type JsonFault = { readonly kind: 'wrong'; readonly reason: string } | { readonly kind: 'noObject' }

function readJson(text: string): { readonly body?: RequestInputs['body']; readonly fault?: JsonFault } {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { body: value } : { fault: { kind: 'noObject' } }
  } catch (error) {
    return { fault: { kind: 'wrong', reason: error instanceof Error ? error.message : '' } }
  }
}

const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2)

function startOf(
  form: RequestForm,
  { draft, inputs, json }: SavedRequestInputs,
): Pick<SavedRequestInputs, 'json'> & { draft: Draft } {
  if (inputs === undefined) return { draft: draft ?? blankDraft(form), json }
  const read = toDraft(form, inputs)
  return { draft: read.draft, json: read.isComplete ? undefined : pretty(inputs.body ?? {}) }
}

/** The inputs of one operation's form, and the request that they make. */
export function useRequestDraft(
  form: RequestForm,
  saved: SavedRequestInputs,
  onSave: (saved: SavedRequestInputs) => void,
) {
  const [state, setState] = useState(() => startOf(form, saved))
  const { draft, json } = state
  const write = (next: typeof state) => {
    setState(next)
    onSave(next)
  }
  const formInputs = toInputs(form, draft)
  const read = json === undefined ? undefined : readJson(json)
  return {
    draft,
    json,
    inputs: read === undefined ? formInputs : { ...formInputs, body: read.body },
    /** Why the typed JSON is not a valid body. */
    jsonFault: read?.fault,
    // Safe: the first element of a path is the place.
    changeField: ([place, ...rest]: DraftPath, value: DraftValue) =>
      write({
        draft: { ...draft, [place as RequestPlace]: groupIn(withValueAt(draft[place as RequestPlace], rest, value)) },
        json,
      }),
    changeJson: (next: string) => write({ draft, json: next }),
    fill: (inputs: RequestInputs) => write(startOf(form, { inputs })),
    clear: () => write(startOf(form, {})),
    toJson: () => write({ draft, json: pretty(formInputs.body ?? {}) }),
    /** Returns false if the form cannot represent all of the JSON, which then stays. */
    toForm: (): boolean => {
      const converted = toDraft(form, { ...formInputs, body: read?.body })
      if (read?.fault !== undefined || !converted.isComplete) return false
      write({ draft: converted.draft, json: undefined })
      return true
    },
  }
}
