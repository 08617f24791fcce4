'use client'

import { useState } from 'react'

import type { RequestInputs } from '@/lib/contract/console/kept-inputs'
import type { RequestForm } from '@/lib/contract/console/request-form'
import type { RequestPlace } from '@/lib/contract/console/request-places'

import { changedAt, type Draft, type DraftPath, type DraftValue, blankDraft, groupIn, toDraft, toInputs } from './draft'

/** What was put in, kept while the page is open; `inputs` are put in anew. */
export interface KeptRequest {
  readonly draft?: Draft
  readonly inputs?: RequestInputs
  /** The body as it is typed, where it is typed as JSON. */
  readonly json?: string | undefined
}

export interface RequestDraft {
  readonly draft: Draft
  readonly json: string | undefined
  readonly inputs: RequestInputs
  /** Why the typed JSON is no body. */
  readonly jsonFault: JsonFault | undefined
  readonly changeField: (path: DraftPath, value: DraftValue) => void
  readonly changeJson: (json: string) => void
  readonly fill: (inputs: RequestInputs) => void
  readonly clear: () => void
  readonly toJson: () => void
  /** False: the form cannot say all of it, and the JSON stays. */
  readonly toForm: () => boolean
}

export type JsonFault = { readonly kind: 'wrong'; readonly reason: string } | { readonly kind: 'noObject' }

interface ReadJson {
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly fault: JsonFault | undefined
}

function readJson(text: string): ReadJson {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    // Sound: an object of JSON.
    return isObject
      ? { body: value as Record<string, unknown>, fault: undefined }
      : { body: undefined, fault: { kind: 'noObject' } }
  } catch (error) {
    return { body: undefined, fault: { kind: 'wrong', reason: error instanceof Error ? error.message : '' } }
  }
}

const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2)

function startOf(
  form: RequestForm,
  { draft, inputs, json }: KeptRequest,
): Pick<KeptRequest, 'json'> & { draft: Draft } {
  if (inputs === undefined) return { draft: draft ?? blankDraft(form), json }
  const read = toDraft(form, inputs)
  return { draft: read.draft, json: read.isWhole ? undefined : pretty(inputs.body ?? {}) }
}

/** What is typed into the form of one operation, and the request that it makes. */
export function useRequestDraft(
  form: RequestForm,
  kept: KeptRequest,
  onKept: (kept: KeptRequest) => void,
): RequestDraft {
  const [state, setState] = useState(() => startOf(form, kept))
  const { draft, json } = state
  const write = (next: typeof state) => {
    setState(next)
    onKept(next)
  }
  const made = toInputs(form, draft)
  const read = json === undefined ? undefined : readJson(json)
  return {
    draft,
    json,
    inputs: read === undefined ? made : { ...made, body: read.body },
    jsonFault: read?.fault,
    // Sound: the first part of a path is the place.
    changeField: ([place, ...rest], value) =>
      write({
        draft: { ...draft, [place as RequestPlace]: groupIn(changedAt(draft[place as RequestPlace], rest, value)) },
        json,
      }),
    changeJson: (next) => write({ draft, json: next }),
    fill: (inputs) => write(startOf(form, { inputs })),
    clear: () => write(startOf(form, {})),
    toJson: () => write({ draft, json: pretty(made.body ?? {}) }),
    toForm: () => {
      const again = toDraft(form, { ...made, body: read?.body })
      if (read?.fault !== undefined || !again.isWhole) return false
      write({ draft: again.draft, json: undefined })
      return true
    },
  }
}
