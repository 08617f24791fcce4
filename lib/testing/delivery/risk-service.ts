import type { CallService, FetchService } from '@/lib/panel/context'
import type { PanelJobDependencies } from '@/lib/panel/job'

type WatchedMonitor = {
  readonly id: string
  readonly type: string
  readonly value: string
  readonly tags?: readonly string[]
}
type Risk = {
  readonly score: number
  readonly factors?: readonly (readonly [string, number])[]
  readonly name?: string
}

const levelOf = (score: number) => (score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low')

/** A remote service with risk scores of companies that records its calls. */
export function riskService(monitors: readonly WatchedMonitor[] = []) {
  const state = {
    /** Risks of companies by their number. */
    risks: new Map<string, Risk>(),
    calls: [] as string[],
    /** Answers instead of an assessment. */
    answer: undefined as (() => Response | Promise<Response>) | undefined,
    charged: '1' as string | null,
  }
  const fetchService: FetchService = async (path) => {
    const [, value = ''] = /[?&](?:krs|nip)=(\w+)/.exec(path) ?? []
    state.calls.push(value)
    if (state.answer) return state.answer()
    const risk = state.risks.get(value)
    if (!risk) return Response.json({ detail: { code: 'not_found' } }, { status: 404 })
    const { score, factors = [], name = 'Budex sp. z o.o.' } = risk
    const body = {
      id: '5b1f7c55-7c39-4a39-9f5e-2f0c5d7a9d01',
      krs: path.includes('krs=') ? value : null,
      name,
      score,
      level: levelOf(score),
      factors: factors.map(([code, points]) => ({ code, description: `Opis ${code}`, points })),
    }
    return Response.json(body, { headers: state.charged === null ? {} : { 'x-units-charged': state.charged } })
  }
  const list = (input: { query: { tag?: string[] } }) => ({
    items: monitors
      .filter(({ tags = [] }) => (input.query.tag ?? []).every((tag) => tags.includes(tag)))
      .map(({ id, type, value, tags = [] }) => ({ id, identifier_type: type, identifier_value: value, tags })),
    next_cursor: null,
  })
  // Safe: rules of risk only call it for the list of monitors.
  const callService = ((_name: string, input: never) => Promise.resolve(list(input))) as unknown as CallService
  const jobs: Pick<PanelJobDependencies, 'callFor' | 'fetchFor' | 'isEmbedded'> = {
    isEmbedded: false,
    callFor: () => callService,
    fetchFor: () => fetchService,
  }
  return { state, callService, jobs }
}
