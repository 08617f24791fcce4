import { createClient } from './client'

/** The browser's client: everything goes through the panel's own proxy, which adds the key on the server. */
export const call = createClient((path, init) => fetch(`/api${path}`, init))
