import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'

/**
 * A PDF as pages that can be drawn. Nothing of it runs: pdf.js draws on a canvas, its reader works in a worker of its own, and
 * neither scripts, forms nor links of the file are looked at (docs/decisions/console.md).
 */
export async function openPdf(blob: Blob): Promise<{ readonly pages: PDFDocumentProxy; readonly close: () => void }> {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  // Sound: its own types leave out what it gives.
  const worker = PDFWorker.fromPort({ port }) as PDFWorker
  const close = () => {
    worker.destroy()
    port.terminate()
  }
  try {
    const task = getDocument({
      data: new Uint8Array(await blob.arrayBuffer()),
      worker,
      // No code is made of what stands in a file.
      isEvalSupported: false,
      enableXfa: false,
      // Nothing is fetched for it.
      disableAutoFetch: true,
      disableRange: true,
      disableStream: true,
      stopAtErrors: false,
    })
    return { pages: await task.promise, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Draws a page as wide as the canvas stands, sharp on any screen. */
export async function drawPage(pages: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement): Promise<void> {
  const page = await pages.getPage(number)
  const plain = page.getViewport({ scale: 1 })
  const width = Math.min(canvas.parentElement?.clientWidth ?? 600, 800)
  const density = Math.min(window.devicePixelRatio, 2)
  const viewport = page.getViewport({ scale: (width / plain.width) * density })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  canvas.style.width = `${Math.floor(viewport.width / density)}px`
  await page.render({ canvasContext: context, viewport, annotationMode: 0 }).promise
}
