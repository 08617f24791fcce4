const KEY = Symbol.for('registers-panel.test-session')

/** Who calls from now on, as `lib/server/session` would find them; asked with each call. */
export function setSignedIn(session: () => unknown): void {
  Object.assign(globalThis, { [KEY]: session })
}

/**
 * What stands in for `lib/server/session`. Test files share their modules: what one of them has loaded with its own stand-in, the next
 * one in the same process would get too. So there is one, which asks the test that runs.
 */
export const sessionModule = {
  sessionCookie: () => ({ name: 'session' }),
  sessionOfCookie: () => {
    const { [KEY]: session } = globalThis as { [KEY]?: () => unknown }
    return Promise.resolve(session?.())
  },
}
