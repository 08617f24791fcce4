import packageJson from '../../package.json'

export const { version: VERSION } = packageJson
