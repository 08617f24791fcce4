import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { byId, instant, line, noAnswer, uuid } from '@/lib/contract/values'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'

export const MAX_VIEW_NAME_LENGTH = 60
export const MAX_VIEWS = 100

export const viewPage = z.enum(['monitors'])

const holdsPerson = (query: string): boolean =>
  [...new URLSearchParams(query)].some(([, value]) => holdsPersonalNumber(value))

/** The query part of the page's address, without `?`. */
const viewQuery = z
  .string()
  .max(2000)
  .refine((query) => !holdsPerson(query), { message: 'A view must not contain a personal number' })

/** The filters and layout of a page, saved under a name. */
export const savedView = z.object({
  id: uuid,
  name: z.string(),
  query: z.string(),
  /** True if all members of the account see it, false if only its author does. */
  is_team: z.boolean(),
  /** E-mail of the user who last saved it. */
  saved_by: z.string(),
  saved_at: instant,
  /** True if the page opens with this view, for this user, or for all users without a default of their own. */
  is_own_default: z.boolean(),
  is_team_default: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

export const viewOperations = {
  'views.list': {
    ...forReaders.get,
    path: '/panel/views',
    summary: 'Views of a page that the user sees, by name',
    query: z.object({ page: viewPage }),
    response: z.object({ items: z.array(savedView) }),
  },
  'views.save': {
    ...forReaders.put,
    path: '/panel/views',
    summary: 'Save a view under a name; the same name again replaces it',
    body: z.object({
      page: viewPage,
      name: line(MAX_VIEW_NAME_LENGTH).min(1),
      query: viewQuery,
      is_team: z.boolean().default(false),
    }),
    response: savedView,
  },
  'views.setDefault': {
    ...forReaders.put,
    ...noAnswer,
    path: '/panel/views/default',
    summary: 'Set the view with which a page opens, for the user or for the team; null for none',
    body: z.object({ page: viewPage, view_id: uuid.nullable(), is_team: z.boolean().default(false) }),
  },
  'views.delete': {
    ...forReaders.delete,
    ...noAnswer,
    path: '/panel/views/{id}',
    summary: 'Delete a view',
    params: byId,
  },
} as const satisfies Record<string, PanelOperation>
