/** Forms of the nouns and adjectives of tender notices: the plain form, then inflected ones that a search must find. */
export const sameWords: readonly string[] = `
droga drogi drodze dróg drogami
ulica ulicy ulic ulicach
chodnik chodnika chodników chodnikach
most mostu moście mostów
wiadukt wiaduktu wiadukcie
kładka kładki kładek kładce
nawierzchnia nawierzchni nawierzchnią
asfalt asfaltu asfalcie
jezdnia jezdni jezdniach
skrzyżowanie skrzyżowania skrzyżowań
rondo ronda rondzie
parking parkingu parkingów
oświetlenie oświetlenia oświetleniem
lampa lampy lampie
latarnia latarni latarniami
sygnalizacja sygnalizacji sygnalizację
kanalizacja kanalizacji kanalizacją
wodociąg wodociągu wodociągów
oczyszczalnia oczyszczalni oczyszczalniach
ściek ścieki ścieków ściekami
przepompownia przepompowni przepompownię
studnia studni studniach
rurociąg rurociągu rurociągi
rura rury rurze rur
sieć sieci sieciami siecią
gaz gazu gazem
gazociąg gazociągu gazociągiem
ogrzewanie ogrzewania ogrzewaniem
kocioł kotła kotłów
kotłownia kotłowni kotłownię
pompa pompy pomp
ciepło ciepła cieple
energia energii energię
elektryczność elektryczności elektrycznością
instalacja instalacji instalacje
fotowoltaika fotowoltaiki fotowoltaice
panel panele paneli
budynek budynku budynków budynkami
dach dachu dachów dachach
okno okna okien
drzwi drzwiami drzwiach
ściana ściany ścian ścianie
podłoga podłogi podłóg podłodze
winda windy windzie
dźwig dźwigu dźwigów
elewacja elewacji elewacje
izolacja izolacji izolacją
remont remontu remontów remoncie
budowa budowy budowie budów
przebudowa przebudowy przebudowie
rozbiórka rozbiórki rozbiórek
modernizacja modernizacji modernizację
termomodernizacja termomodernizacji
konserwacja konserwacji konserwację
naprawa naprawy napraw
robota roboty robót robotami
szkoła szkoły szkole szkół
przedszkole przedszkola przedszkoli
żłobek żłobka żłobków
szpital szpitala szpitali
przychodnia przychodni przychodniach
boisko boiska boisk
stadion stadionu stadionie
hala hali hal
basen basenu basenów
plac placu place placów
zabawa zabaw zabawy
park parku parków
zieleń zieleni zielenią
drzewo drzewa drzew
wycinka wycinki wycince
trawnik trawników trawniki
las lasu lasów
nadzór nadzoru nadzorem nadzorze
inspektor inspektora inspektorów
inżynier inżyniera inżynierów
projekt projektu projektów projekcie
dokumentacja dokumentacji dokumentację
mapa mapy map
pomiar pomiaru pomiarów
badanie badania badań badaniami
analiza analizy analizie
audyt audytu audytów
ekspertyza ekspertyzy ekspertyz
usługa usługi usług usłudze
dostawa dostawy dostaw dostawie
zakup zakupu zakupów
sprzęt sprzętu sprzęcie
komputer komputera komputerów
laptop laptopy laptopów
serwer serwera serwerów
drukarka drukarki drukarek drukarce
toner tonera tonerów
monitor monitory monitorów
oprogramowanie oprogramowania oprogramowaniem
licencja licencji licencje
aplikacja aplikacji aplikacją
system systemu systemów systemie
strona strony stron stronie
portal portalu portali
platforma platformy platform
telefon telefonu telefonów
łączność łączności łącznością
szkolenie szkolenia szkoleń
kurs kursu kursów
warsztat warsztaty warsztatów
doradztwo doradztwa doradztwem
tłumaczenie tłumaczenia tłumaczeń
ubezpieczenie ubezpieczenia ubezpieczeń
kredyt kredytu kredycie
bank banku banków
sprzątanie sprzątania sprzątaniem
odpad odpady odpadów odpadami
śmieć śmieci śmieciami
wywóz wywozu wywozem
odśnieżanie odśnieżania
utrzymanie utrzymania utrzymaniu
ochrona ochrony ochronie
monitoring monitoringu monitoringiem
kamera kamery kamer kamerze
alarm alarmu alarmów
transport transportu transporcie
przewóz przewozu przewozów
autobus autobusu autobusów
samochód samochodu samochodów samochodzie
pojazd pojazdu pojazdów pojeździe
karetka karetki karetek
paliwo paliwa paliw
olej oleju olejów olejem
węgiel węgla węglem
żywność żywności żywnością
posiłek posiłku posiłków
chleb chleba chlebem
mięso mięsa mięs
warzywo warzywa warzyw
owoc owoce owoców
mleko mleka mleku
mebel meble mebli meblami
krzesło krzesła krzeseł
biurko biurka biurek
odzież odzieży odzieżą
obuwie obuwia obuwiem
rękawica rękawice rękawic
rękawiczka rękawiczki rękawiczek
lek leki leków lekami
szczepionka szczepionki szczepionek
odczynnik odczynniki odczynników
strzykawka strzykawki strzykawek
tomograf tomografu tomografem
aparat aparatu aparaty aparacie
łóżko łóżka łóżek
papier papieru papierem
artykuł artykuły artykułów
książka książki książek książce
druk druku drukiem
tablica tablicy tablic
gmina gminy gmin gminie
miasto miasta miast mieście
powiat powiatu powiecie
urząd urzędu urzędów
kolej kolei koleją
tor toru torów
dworzec dworca dworców
lotnisko lotniska lotnisk
rzeka rzeki rzece
zbiornik zbiornika zbiorników
wał wału wałów
teren terenu terenów
laboratorium laboratoria laboratoriów
centrum centra centrów
drogowy drogowa drogowego drogowych
gminny gminna gminnych gminnej
budowlany budowlane budowlanych
elektryczny elektryczna elektrycznej elektrycznych
sanitarny sanitarna sanitarnej
uliczny uliczne ulicznego
publiczny publiczna publicznych
sportowy sportowa sportowej
szkolny szkolne szkolnych
medyczny medycznego medycznej
informatyczny informatycznego informatycznych
inwestorski inwestorskiego inwestorskim
komunalny komunalnych komunalnej
biurowy biurowe biurowych
spożywczy spożywcze spożywczych
zimowy zimowe zimowego
nowy nowa nowego nowych
miejski miejska miejskiego miejskich
wiejski wiejskich wiejskiej
techniczny technicznego techniczne
projektowy projektowa projektowej
prawny prawna prawnej
osobowy osobowe osobowych
laboratoryjny laboratoryjne laboratoryjnych
kanalizacyjny kanalizacyjnej kanalizacyjna
wodny wodnego wodnych
cieplny cieplnej cieplna
ciężki ciężka ciężkiego
przystanek przystanku przystanków przystankach
zatoka zatoki zatoce
pobocze poboczy pobocza
barierka barierki barierek
torowisko torowiska torowisk
tramwaj tramwaju tramwajów
wagon wagonu wagonów
lokomotywa lokomotywy lokomotyw
świetlica świetlicy świetlic
strażnica strażnicy strażnic
remiza remizy remizie
cmentarz cmentarza cmentarzy
targowisko targowiska targowisk
schronisko schroniska schronisk
składowisko składowiska składowisk
biblioteka biblioteki bibliotece bibliotek
muzeum muzea muzeów
teatr teatru teatrze
pałac pałacu pałaców
zamek zamku zamków
kościół kościoła kościołów
ratusz ratusza ratuszu
wieża wieży wież
ogród ogrodu ogrodów ogrodzie
ogrodzenie ogrodzenia ogrodzeń
bieżnia bieżni bieżnię
ławka ławki ławek
kosz kosza koszy
pojemnik pojemników pojemniki
worek worka worków
kruszywo kruszywa kruszyw
piasek piasku piaskiem
sól soli solą
żwir żwiru żwirem
tłuczeń tłucznia tłuczniem
kostka kostki kostek
krawężnik krawężnika krawężników
przepust przepustu przepustów
rów rowu rowów
melioracja melioracji melioracje
jezioro jeziora jeziorze
zapora zapory zapór
tama tamy tam
śluza śluzy śluz
port portu portów
statek statku statków
łódź łodzi łodzie
samolot samolotu samolotów
śmigłowiec śmigłowca śmigłowców
kombajn kombajnu kombajnów
ciągnik ciągnika ciągników
koparka koparki koparek
przyczepa przyczepy przyczep
opona opony opon
akumulator akumulatora akumulatorów
bateria baterii baterie
transformator transformatora transformatorów
kabel kabla kabli
światłowód światłowodu światłowodów
przewód przewodu przewodów
rozdzielnia rozdzielni rozdzielnię
słup słupa słupów
linia linii linie
stacja stacji stacje
gniazdo gniazda gniazd gnieździe
tonik toniku
endoskop endoskopu endoskopów
ultrasonograf ultrasonografu
rezonans rezonansu rezonansem
rentgen rentgena rentgenem
respirator respiratora respiratorów
implant implantu implantów
proteza protezy protez
igła igły igieł
cewnik cewnika cewników
opatrunek opatrunku opatrunków
środek środka środków
płyn płynu płynów
mydło mydła mydeł
ręcznik ręcznika ręczników
pościel pościeli pościelą
materac materaca materacy materaców
krew krwi krwią
surowica surowicy surowic
ryba ryby ryb
ziemniak ziemniaki ziemniaków
jajko jajka jajek
ser sera serów
masło masła maśle
pieczywo pieczywa pieczywem
wędlina wędliny wędlin
nabiał nabiału nabiałem
fotel fotela foteli
szafa szafy szaf szafie
regał regału regałów
wykładzina wykładziny wykładzin
zasłona zasłony zasłon
roleta rolety rolet
mundur munduru mundurów
hełm hełmu hełmów
but buta butów
koszula koszuli koszul
znak znaku znaków
ogłoszenie ogłoszenia ogłoszeń
reklama reklamy reklamie reklam
badacz badacza badaczy
strażacki strażackiego strażackich
ratowniczy ratowniczego ratowniczych
geodezyjny geodezyjnych geodezyjna
rolniczy rolniczej rolniczych
leśny leśnej leśnych
morski morskiego morskich
lotniczy lotniczej lotniczego
górski górskiej górskich
wielofunkcyjny wielofunkcyjnego wielofunkcyjne
`
  .trim()
  .split('\n')

/** Different words that look alike: a search for one must not find the other. */
export const differentWords: readonly string[] = `
droga drogowskaz
droga drogeria
drut druk
druk drukarka
most mostek
park parking
port portal
port portier
rura rurka
szkoła szkolenie
szkoła szkoda
lina linia
liny linii
gmina gminny
sala sól
sól sala
las laser
las lasery
lek lekarz
lek lektor
dom domena
praca pracownik
praca pralka
plan plandeka
plan planeta
plac placówka
plac plaster
bank bankiet
tor torba
tor torf
kurs kursor
kolej koło
kolej koleżanka
mapa mapowanie
waga wagon
pole polisa
polisa policja
pompa pomoc
pomiar pomidor
okno okręg
panel panelarz
komin komisja
kocioł kot
koszt kosz
kosz koszenie
koszenie koszula
olej olejek
ściek ścieżka
ścieżka ścianka
stal stalówka
stal stało
stacja stabilizacja
staw stawka
karta karetka
kamera kamień
kamień kamienica
wodociąg wodomierz
woda wodór
gaz gazeta
gaz gazon
dach dachowiec
masa maska
maska masaż
meble mebelek
sieć siedziba
serwer serwis
serwis serweta
system systematyka
monitor monitoring
alarm alarmowy
ochrona ochraniacz
oprawa oprawca
lampa lampart
papier papierosy
papieros papryka
teren terenówka
basen baza
baza bazar
beton bez
beton betoniarka
cement cmentarz
chleb chlewnia
mięso mięta
mleko mlecz
owoc owies
autobus autor
auto autor
pojazd pojemnik
pojemnik pojęcie
transport transza
tłumaczenie tłumik
usługa usługodawca
zakup zakątek
odpad odporność
remont remiza
roboty robotyka
budowa budka
budynek budyń
nadzór nadzieja
projekt projektor
badanie bandaż
audyt audytorium
kredyt kreda
kreda krem
krzesło krzew
biurko biuletyn
tablica tabletka
książka książę
karma karmnik
opał opatrunek
strona stronnictwo
portal portret
wał waluta
rzeka rzecznik
tama tamburyn
sprzęt sprzedaż
toner tona
leki lekcje
`
  .trim()
  .split('\n')
