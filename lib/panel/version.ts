import packageJson from '../../package.json'

/** Of this panel, as its package says it. */
export const { version: VERSION } = packageJson
