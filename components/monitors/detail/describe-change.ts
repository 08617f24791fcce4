import type { PanelAnswer } from '@/lib/client/client'

type Change = Pick<PanelAnswer<'coverage.history'>['items'][number], 'action' | 'before' | 'after'>

const actions = {
  'monitors.create': 'create',
  'monitors.bulkCreate': 'create',
  'monitors.update': 'update',
  'monitors.bulkTag': 'tags',
  'bulkTags.change': 'bulkTags',
  'bulkTags.undo': 'bulkUndo',
  'monitors.delete': 'delete',
  'coverage.certificate': 'certificate',
  'personal.reveal': 'reveal',
  'retention.renew': 'renew',
  'imports.added': 'importAdded',
  'imports.tagged': 'importTagged',
  'imports.removed': 'importRemoved',
  'imports.untagged': 'importUntagged',
} as const
type Action = (typeof actions)[keyof typeof actions]

const isKnown = (action: string): action is keyof typeof actions => action in actions

export function describeChange({ action, before, after }: Change): {
  readonly action: Action | undefined
  readonly from: string | undefined
  readonly to: string | undefined
} {
  const [from, to] = [summaryOf(before), summaryOf(after)]
  return { action: isKnown(action) ? actions[action] : undefined, ...(from === to ? noValues : { from, to }) }
}

const noValues = { from: undefined, to: undefined }

/** Label and tags of a logged value, which may have any shape. */
function summaryOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const label = 'label' in value && typeof value.label === 'string' ? [value.label] : []
  const tags = 'tags' in value && Array.isArray(value.tags) ? value.tags.filter((tag) => typeof tag === 'string') : []
  const text = [...label, ...tags].join(', ')
  return text === '' ? undefined : text
}
