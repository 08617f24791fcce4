// pdf.js parses the file in a worker, which has no access to the page.
import 'pdfjs-dist/build/pdf.worker.min.mjs'
