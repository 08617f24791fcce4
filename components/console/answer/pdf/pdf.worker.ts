// pdf.js reads a file where it can reach nothing of the page.
import 'pdfjs-dist/build/pdf.worker.min.mjs'
