export const SAMPLE_NOTICE =
  'Dane przykładowe (syntetyczne). Ten dokument nie jest odpisem urzędowym i nie ma mocy prawnej.'
