import { pluralOf } from '@/lib/domain/format/plural'

/** What the certificate says in Polish, the language of the registers and of whoever audits them. */
export const polish = {
  file: 'poswiadczenie',
  title: 'Poświadczenie objęcia monitoringiem',
  unnamed: 'Podmiot bez nazwy',
  ofFilter: 'Podmioty wskazane filtrem',
  ofFilterNamed: (name: string) => `Podmioty wskazane filtrem „${name}”`,
  none: 'brak',
  now: 'chwila wystawienia',
  facts: {
    account: 'Konto',
    watches: 'Obserwuje',
    filter: (name: string, id: string) => `filtr „${name}”\n${id}`,
    filterUnnamed: (id: string) => `filtr ${id}`,
    unknown: 'brak w zapisie',
    label: 'Etykieta',
    tags: 'Tagi',
    from: 'Monitor istnieje od',
    until: 'Koniec',
    stillThere: 'brak, monitor działa',
    events: 'Zdarzenia',
    range: 'Pierwsze i ostatnie',
    number: 'Numer monitora',
    issued: 'Wystawiono',
    issuedBy: (at: string, who: string) => `${at} (czas warszawski), ${who}`,
  },
  statement: {
    watches: (account: string, from: string, now: string) =>
      `Panel poświadcza, że konto „${account}” obserwuje ten podmiot tym monitorem od ${from} do chwili wystawienia, ${now}.`,
    watchesSinceUnknown: (account: string, now: string) =>
      `Panel poświadcza, że konto „${account}” obserwuje ten podmiot tym monitorem w chwili wystawienia, ${now}. Od kiedy, usługa nie podała.`,
    watched: (account: string, from: string, until: string) =>
      `Panel poświadcza, że konto „${account}” obserwowało ten podmiot tym monitorem od ${from} do ${until}. Wtedy monitor usunięto: od tej chwili nie obserwuje nikogo.`,
    existsBy: (account: string, from: string) =>
      `Panel poświadcza, że monitor konta „${account}” istnieje od ${from}. Kogo i kiedy obserwował według filtru, mówią niżej okresy i identyfikatory.`,
    existsBySinceUnknown: (account: string) =>
      `Panel poświadcza, że monitor konta „${account}” istnieje w chwili wystawienia. Od kiedy istnieje, usługa nie podała, więc okresów panel nie poświadcza.`,
    existedBy: (account: string, from: string, until: string) =>
      `Panel poświadcza, że monitor konta „${account}” istniał od ${from} do ${until}. Kogo i kiedy obserwował według filtru, mówią niżej okresy i identyfikatory.`,
    deletedSinceUnknown: (until: string) =>
      `Monitor usunięto ${until}: od tej chwili nie obserwuje nikogo. Od kiedy istniał, zapis nie mówi, więc okresu obserwowania panel nie poświadcza.`,
    unknown:
      'Monitora nie ma w usłudze w chwili wystawienia. Kiedy go usunięto, zapis nie mówi, więc okresu obserwowania panel nie poświadcza.',
    nowWatching: (count: string) => `Liczba identyfikatorów obserwowanych w chwili wystawienia: ${count}.`,
    nowEmpty: (from: string) => `W chwili wystawienia nie obserwuje nikogo: filtr jest pusty od ${from}.`,
    nowDeleted: (from: string) =>
      `W chwili wystawienia nie obserwuje nikogo: filtr usunięto ${from}. Od tej chwili monitor nie zgłasza zdarzeń.`,
    nowGone: (from: string) =>
      `W chwili wystawienia nie obserwuje nikogo: filtru nie ma, i to co najmniej od ${from}. Od tej chwili monitor nie zgłasza zdarzeń.`,
    nowUnknown: 'Co filtr zawiera w chwili wystawienia, panel nie wie.',
    never: 'W żadnym okresie, o którym mówi zapis, nie obserwował nikogo.',
    recordedSince: (at: string) =>
      `Zapis zawartości filtru zaczyna się ${at}. Co zawierał wcześniej, panel nie poświadcza.`,
    seenSince: (at: string) =>
      `Panel odczytał ten filtr pierwszy raz ${at}. Co zawierał wcześniej, panel nie poświadcza.`,
    gap: (from: string, until: string) =>
      `Przerwa: od ${from} do ${until} usługa nie odbierała publikacji rejestrów i z tego czasu nie ma zdarzeń.`,
    count: (value: number, shown: string) =>
      pluralOf(
        'pl',
        {
          one: `jest ${shown} zdarzenie`,
          few: `są ${shown} zdarzenia`,
          many: `jest ${shown} zdarzeń`,
          other: `jest ${shown} zdarzenia`,
        },
        value,
      ),
    events: (asOf: string, count: string) =>
      `W kopii zdarzeń konta, uzgodnionej z usługą ${asOf}, ${count} tego monitora.`,
    eventsKeptFrom: (from: string) =>
      `Zdarzenia sprzed ${from} usunięto, bo konto przechowuje zdarzenia przez ograniczony czas. Nie poświadcza się, że ich nie było.`,
    changesKeptFrom: (from: string) =>
      `Wpisy dziennika czynności sprzed ${from} usunięto, bo konto przechowuje je przez ograniczony czas. Wcześniejszych zmian ani usunięcia tu nie widać.`,
    eventsUnread: (count: string) =>
      `Kopii zdarzeń konta jeszcze nie uzgodniono z usługą. W niej ${count} tego monitora.`,
  },
  behind: (asOf: string) =>
    `Uwaga: w chwili wystawienia kopia zdarzeń nie była uzgodniona z usługą do końca (ostatni odczyt: ${asOf}). Nowsze zdarzenia mogą nie być tu ujęte.`,
  neverRead: 'nigdy',
  periods: {
    title: 'Okresy',
    columns: ['Od', 'Do', 'Stan'] as [string, string, string],
    subject: 'obserwuje podmiot',
    watching: (count: string) => `obserwuje identyfikatory z filtru: ${count}`,
    seen: (count: string) => `w filtrze odczytano identyfikatory: ${count}`,
    empty: 'przerwa: filtr pusty, nie obserwuje nikogo',
    deleted: 'filtru nie ma, nie obserwuje nikogo',
    unrecorded: 'brak zapisu: nie wiadomo, co filtr zawierał',
    unseen: 'brak odczytu: nie wiadomo, co filtr zawierał',
    gap: 'przerwa: usługa nie odbierała publikacji rejestrów',
  },
  versions: {
    title: 'Historia filtru',
    columns: ['Kiedy', 'Co', 'Zawartość po zmianie'] as [string, string, string],
    created: (name: string) => `utworzono filtr „${name}”`,
    changed: (added: string, removed: string) => `zmieniono: dodano ${added}, usunięto ${removed}`,
    renamed: (name: string) => `nowa nazwa: „${name}”`,
    by: (who: string | undefined) => (who === undefined ? 'kto: brak w zapisie' : `kto: ${who}`),
    deleted: 'usunięto filtr',
    recorded: (name: string) => `początek zapisu, filtr „${name}” już istniał`,
    gone: 'początek zapisu, filtru już nie było',
    attached: (name: string) => `monitor podłączono do filtru „${name}”, odtąd obserwuje to, co on zawiera`,
    seen: (name: string) => `odczytano filtr „${name}”`,
    seenUntil: (at: string) => `bez zmian do odczytu ${at}`,
    changedAt: (at: string) => `według usługi zmieniony ${at}`,
    missing: 'filtru nie ma w usłudze',
    content: (count: string, sha256: string) => `identyfikatory: ${count}\nSHA-256 ${sha256}`,
    nothing: 'brak',
  },
  groups: {
    title: 'Identyfikatory i czas obserwowania',
    seenTitle: 'Identyfikatory i czas, w którym odczytano je w filtrze',
    lists: {
      krs: 'KRS',
      nip: 'NIP',
      regon: 'REGON',
      pesel: 'PESEL',
      krz_signature: 'Sygnatury KRZ',
      msig_signature: 'Sygnatury MSiG',
      name: 'Nazwy',
      subject_id: 'ID podmiotów',
    } as Record<string, string>,
  },
  announcement: {
    number: (number: string) => `nr ${number}`,
    signature: (signature: string) => `sygn. ${signature}`,
    of: (day: string) => `z dnia ${day}`,
    known: (id: string) => `id ${id}`,
  },
  events: { title: 'Zdarzenia', columns: ['Kiedy', 'Źródło', 'Co się stało'] as [string, string, string] },
  changes: {
    title: 'Zmiany wykonane w panelu',
    columns: ['Kiedy', 'Kto', 'Co'] as [string, string, string],
    added: 'dodano',
    removed: 'usunięto',
    undone: (at: string, who: string) => `cofnięto ${at}, ${who}`,
    actions: {
      'monitors.create': 'dodanie monitora',
      'monitors.bulkCreate': 'dodanie monitora',
      'monitors.update': 'zmiana etykiety',
      'monitors.bulkTag': 'zmiana tagów',
      'bulkTags.change': 'zmiana tagów wielu monitorów',
      'bulkTags.undo': 'cofnięcie zmiany tagów wielu monitorów',
      'monitors.attach': 'podłączenie do innego filtru',
      'monitors.delete': 'usunięcie monitora',
      'coverage.certificate': 'wydanie poświadczenia',
      'personal.reveal': 'odsłonięcie numeru',
      'retention.renew': 'potwierdzenie celu',
      'imports.added': 'dodano importem',
      'imports.tagged': 'dodano tagi importem',
      'imports.untagged': 'odjęto tagi importem',
      'imports.removed': 'usunięto importem',
    } as Record<string, string>,
    other: 'inna czynność',
    ofFile: (name: string) => `z pliku ${name}`,
    pasted: 'z wklejonej listy',
  },
  limits: {
    title: 'Zastrzeżenia',
    embedded:
      'Zdarzenie powstaje, gdy ogłoszenie w źródle usługi wskazuje identyfikator obserwowany w tej chwili. Wyczerpanie puli, limit wydatków i nieaktywna subskrypcja tego nie wstrzymują: panel odczytuje takie zdarzenia później.',
    remote:
      'Usługa działa poza tym panelem i nie prowadzi dla niego zapisu. Panel poświadcza to, co od niej odczytał i co sam w niej zmienił. Czy usługa w każdej chwili tworzyła zdarzenia, tego nie wie.',
    remoteFilter:
      'Zawartość filtru panel odczytuje co godzinę, przy zmianie wykonanej w panelu i przy wystawieniu. Zmiana, którą między odczytami cofnięto, mogła pozostać niezauważona.',
    since: (at: string) => `Przerwy w odbiorze publikacji zapisuje się od ${at}. O wcześniejszych zapis nie mówi.`,
    persons:
      'Numery PESEL zastąpiono maską i skrótem (po znaku #): ten sam numer ma na tym koncie zawsze ten sam skrót, a bez klucza tej instalacji nikt numeru z niego nie odczyta.',
    state: 'Nazwa podmiotu, etykieta i tagi: stan na chwilę wystawienia.',
    stateDeleted: 'Nazwa podmiotu, etykieta i tagi: stan na chwilę usunięcia monitora, o ile zapis je zachował.',
    changes: 'Zmiany etykiety i tagów wykonane poza panelem (kluczem API) nie są tu wymienione.',
    changesCut: (max: string) => `Wymieniono najnowsze zmiany, najwyżej ${max}.`,
  },
  footer: (at: string, who: string) =>
    `Wystawiono ${at} przez ${who}. Skrót SHA-256 tego pliku zapisano w dzienniku czynności konta.`,
}

/** Every language says the same things. */
export type Words = typeof polish
