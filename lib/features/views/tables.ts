/** The filters and layout of a page, saved under a name. Conventions: `lib/storage/tables.ts`. */
export type SavedViewTable = {
  id: string
  account_id: string
  page: string
  /** A user's id, or empty for the team. */
  owner: string
  name: string
  /** The query part of the page's address; never contains a personal number. */
  query: string
  saved_by: string
  saved_at: string
}

/** The view that a page opens with; `owner` as above. */
type ViewDefaultTable = { account_id: string; page: string; owner: string; view_id: string }

export type SavedViewTables = { saved_views: SavedViewTable; view_defaults: ViewDefaultTable }
