import type { Config } from 'tailwindcss'

/** Loaded by `@config` in app/globals.css, whose `@theme` contains the design tokens. */
const config: Config = {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
}

export default config
