/** Serves the built panel with more memory and less processor time than `npm start` (`HEAP_FLAG` in serve.mjs). */
import { serve } from '../../scripts/serve.mjs'

serve({ isCompact: false }).catch((error) => {
  process.stderr.write(`Cannot start: ${error.message}\n`)
  process.exit(1)
})
