const KEY = Symbol.for('registers-panel.test-session')

/** Sets the session of further calls, as `lib/server/session` would find it; evaluated on each call. */
export function setSignedIn(session: () => unknown): void {
  Object.assign(globalThis, { [KEY]: session })
}

/**
 * The mock of `lib/server/session`. Test files in one process share modules, so a mock of one file would remain loaded
 * in the next. Therefore there is a single mock, which calls the running test.
 */
export const sessionModule = {
  sessionCookie: () => ({ name: 'session' }),
  sessionOfCookie: () => {
    const { [KEY]: session } = globalThis as { [KEY]?: () => unknown }
    return Promise.resolve(session?.())
  },
}
