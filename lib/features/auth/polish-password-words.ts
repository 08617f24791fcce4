/** Frequent words in Polish passwords, most common first. The estimator's built-in lists are English. */
export const polishPasswordWords: readonly string[] = (
  'haslo hasło haslo123 polska kocham kochamcie kochamciebie misiek myszka kasia monika agnieszka mateusz marcin ' +
  'bartek karolina dupa kurwa kurwamac lol123 zaq12wsx samsung matrix barcelona legia legiawarszawa lechpoznan ' +
  'wislakrakow widzew gornik ruchchorzow jagiellonia pogon slask arka zaglebie warszawa krakow lodz wroclaw poznan ' +
  'gdansk szczecin bydgoszcz lublin katowice bialystok gdynia czestochowa radom torun kielce rzeszow gliwice zabrze ' +
  'olsztyn bielsko bytom rybnik tychy opole mariusz tomek tomasz piotr piotrek pawel michal krzysiek krzysztof ' +
  'andrzej stanislaw jan janek jacek marek grzegorz grzesiek lukasz adam adamek kamil dawid daniel dominik damian ' +
  'patryk rafal robert szymon jakub kuba wojtek wojciech przemek maciek maciej artur sebastian hubert adrian ' +
  'magda magdalena ania anna anka basia barbara ewa ewelina gosia malgorzata joanna asia justyna kinga natalia ' +
  'ola aleksandra patrycja paulina sylwia dorota beata iwona renata zuzia zuzanna julia wiktoria weronika klaudia ' +
  'kochanie kotek kotecek misia mis skarb slonko sloneczko aniol aniolek piesek pies kot krolik zaba zabka ' +
  'motylek gwiazda niebo slonce ksiezyc kwiatek roza tulipan stokrotka truskawka malina czekolada ' +
  'mama tata babcia dziadek brat siostra rodzina dziecko dziewczyna chlopak przyjaciel milosc wolnosc ' +
  'styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien ' +
  'wiosna lato jesien zima poniedzialek wtorek sroda czwartek piatek sobota niedziela ' +
  'admin administrator uzytkownik komputer internet logowanie zaloguj konto dostep biuro firma praca ksiegowosc ' +
  'bank pieniadze faktura umowa prawnik kancelaria spolka sekretariat szef kierownik dyrektor prezes ' +
  'bialy czarny czerwony zielony niebieski zolty duzy maly nowy stary dobry zly piekny ' +
  'jeden dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec sto tysiac ' +
  'qwerty1 qwertyuiop asdfgh zxcvbnm matka boska jezus maryja papiez janpawel jp2gmd solidarnosc orzel ' +
  'pilka pilkanozna lewandowski malysz kubica motor maluch polonez mercedes bmw audi volkswagen golf passat'
).split(' ')
