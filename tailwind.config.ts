import type { Config } from 'tailwindcss'

/** Loaded by `@config` in app/globals.css. The design's tokens live there, in `@theme`. */
const config: Config = {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
}

export default config
