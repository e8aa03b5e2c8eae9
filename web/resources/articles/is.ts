import type { Article } from '../article.ts'

export const articles: readonly Article[] = [
  {
    slug: 'system-installation',
    title: 'Uppsetning búnaðar',
    tags: ['Tæki', 'Uppsetning'],
    summary:
      'Hvar tækið og hreyfiskynjarinn eiga að vera, hvernig þau eru tengd og hvernig sést að þau virka.',
    body: [
      {
        text: 'Fáðu skiparafvirkja til að leggja rafmagnið ef þú hefur ekki reynslu af slíku. Slökktu fyrst á rafgeyminum og settu öryggi á strauminn nálægt honum.',
      },
      { heading: 'Tækið' },
      {
        list: [
          'Festu það á þurran stað, upprétt og þar sem kapall nær í mælitækjanetið.',
          'Gefðu því 12 eða 24 V jafnstraum af rás sem er á meðan báturinn er í notkun.',
          'Settu loftnetið þar sem sést til himins, fjarri ratsjá og loftnetum sem senda.',
        ],
      },
      { heading: 'Hreyfiskynjarinn' },
      {
        list: [
          'Skrúfaðu hann á stífan hluta skrokksins á miðlínu, nálægt þyngdarmiðju. Plata sem titrar mælir sjálfa sig.',
          'Örin á skynjaranum vísar fram í stefni. Ef það er ekki hægt skaltu skrá hvernig hann snýr: í endurspilun ferðar má snúa hverjum ási við.',
          'Annar skynjari, til dæmis undir stýrissætinu, er talinn sér.',
        ],
      },
      { heading: 'Mælitækjanetið' },
      {
        list: [
          'NMEA 2000: ein greinilögn í laust T-stykki. Stofnlögnin þarf nákvæmlega tvær endamótstöður.',
          'NMEA 0183: tengdu sendiparið við innganginn og stilltu hraðann, 4.800 eða 38.400 baud.',
          'Vélar á J1939 tengjast með millistykki eða um gátt yfir í NMEA 2000.',
        ],
      },
      { heading: 'Gakktu úr skugga um að allt virki' },
      {
        steps: [
          'Skráðu tækið á bátinn, sjá Tenging báta.',
          'Bíddu þar til báturinn er sýndur sem Tengdur og athugaðu hvar hann er á kortinu.',
          'Láttu vélarnar ganga í eina mínútu og berðu snúningshraðann í línuriti ferðarinnar saman við mælana um borð.',
          'Sigldu í tíu mínútur. Ferðin birtist undir Ferðir fljótlega eftir að báturinn hreyfist.',
        ],
      },
    ],
  },
  {
    slug: 'pairing-vessels',
    title: 'Tenging báta',
    tags: ['Bátar', 'Tæki'],
    summary: 'Hvernig bátur og tækið um borð komast inn í kerfið.',
    body: [
      {
        text: 'Stofnaðu bátinn undir Bátar, Bæta við bát, með mörkum hans; gefðu honum síðan tæki, upptöku eða hvort tveggja.',
      },
      { heading: 'Tæki' },
      {
        steps: [
          'Opnaðu bátinn, veldu Para í valmynd hans og síðan Para nýtt tæki, og sláðu inn stafina átta sem tækið sýnir.',
          'Eigið tæki fær auðkenni og leyndarmál undir Tengja bát í sömu valmynd, með línum til að afrita; þar fyrir neðan sést hvað berst og hverju er hafnað.',
          'Innan mínútu frá fyrstu gögnum verður báturinn Tengdur í stað Óparaður. Það sem tækið mældi áður geymist líka ef það átti það enn.',
        ],
      },
      {
        text: 'Tæki flyst á annan bát með Færa tæki. Það sem það mældi á gamla bátnum og sendir seint fer enn þangað. Öll saga bátsins helst.',
      },
      { heading: 'Upptaka' },
      {
        text: 'Annálar úr NMEA 2000, J1939, NMEA 0183 og Signal K og slóðir í GPX, GeoJSON eða CSV verða hluti af sögu báts þegar sá sem rekur þjóninn gefur skipunina: npm run import -- --vessel "Nafn bátsins" SKRÁ. Engu breytir að lesa sömu skrá tvisvar.',
      },
      { heading: 'Ef engin gögn berast' },
      {
        list: [
          'Athugaðu slóð þjónsins og auðkenni og leyniorð í tækinu.',
          'Athugaðu loftnetið og SIM-kortið eða Wi-Fi um borð. Tækið geymir það sem það gat ekki sent.',
          'Óparaðir bátar sem aldrei hafa sent neitt sjást ekki í listum nema beðið sé um það.',
        ],
      },
    ],
  },
  {
    slug: 'user-creation',
    title: 'Að stofna notendur',
    tags: ['Notendur', 'Stjórnun'],
    summary: 'Að veita einhverjum aðgang, hlutverk og deild, og hvað viðkomandi fær sent.',
    body: [
      {
        text: 'Stjórnendur fyrirtækis stofna notendur hvar sem er í fyrirtækinu, stjórnendur deildar í sinni deild og þeim sem undir henni eru.',
      },
      {
        steps: [
          'Opnaðu Notendur í hliðarstikunni og veldu Bæta við notanda.',
          'Sláðu inn nafn og netfang. Með netfanginu skráir viðkomandi sig inn og því er ekki hægt að breyta síðar. Símanúmer er valfrjálst.',
          'Veldu deild ef fyrirtækið hefur deildir. Á efsta stigi, sem ber nafn fyrirtækisins, eru hlutverk fyrirtækis; í öðrum deildum hlutverk deildar.',
          'Veldu hlutverk og ýttu á Stofna notanda.',
        ],
      },
      { heading: 'Hvað nýi notandinn fær' },
      {
        text: 'Tölvupóst með tengli í kerfið. Hann skráir sig inn með netfangi sínu og kóða sem honum er sendur, svo enginn þarf að senda lykilorð á milli. Sá sem kýs lykilorð setur það upp undir Stillingar, Lykilorð.',
      },
      { heading: 'Að breyta og eyða' },
      {
        list: [
          'Í valmynd aftast í línu má breyta nafni, símanúmeri, deild og hlutverki. Breytingin tekur gildi á nokkrum sekúndum, líka á síðum sem eru opnar.',
          'Sé notanda eytt er hann skráður út alls staðar. Það sem hann skrifaði stendur áfram undir heitinu eyddur notandi.',
          'Þitt eigið nafn, símanúmer og mynd er undir Stillingar, Persónulegt. Enginn breytir sínu eigin hlutverki eða eyðir sjálfum sér.',
          'Hvert netfang er aðeins hægt að nota einu sinni í fyrirtæki. Sé það í notkun lætur eyðublaðið vita.',
        ],
      },
    ],
  },
  {
    slug: 'departments-and-roles',
    title: 'Deildir og hlutverk',
    tags: ['Notendur', 'Deildir', 'Heimildir'],
    summary: 'Hvernig fyrirtæki skiptist og hvað hvert hlutverk má sjá og gera.',
    body: [
      { heading: 'Deildir' },
      {
        text: 'Hvert fyrirtæki hefur efsta stig sem ber nafn þess. Þar sem kveikt er á deildum má skipta því: notendur, bátar og skipstjórar tilheyra þá einni deild hver og deild getur verið innan annarrar. Án þeirra er allt á efsta stigi.',
      },
      {
        list: [
          'Fólk á efsta stigi sér allt fyrirtækið. Með deildavalinu efst má þrengja hverja síðu að einni deild.',
          'Fólk í deild sér þá deild og þær sem undir henni eru, og ekkert annað.',
          'Deild má eyða þegar engir notendur, bátar og skipstjórar eru skráðir á hana.',
        ],
      },
      { heading: 'Hlutverk' },
      {
        list: [
          'Stjórnandi fyrirtækis: fullur aðgangur að fyrirtækinu.',
          'Lesandi fyrirtækis: sér allt í fyrirtækinu og skrifar athugasemdir við ferðir.',
          'Stjórnandi deildar: sér um notendur, ferðir og vöktunarsvæði deildarinnar.',
          'Lesandi deildar: sér það sem tilheyrir deildinni og skrifar athugasemdir við ferðir.',
        ],
      },
      {
        text: 'Hlutverk fyrirtækis eru veitt á efsta stigi, hlutverk deildar í deildum. Sé eitthvað sýnt með lás nær hlutverk þitt ekki til þess; leitaðu til stjórnanda í fyrirtækinu.',
      },
      { heading: 'Hvað hvert hlutverk má' },
      { table: 'permissions' },
    ],
  },
  {
    slug: 'numbers',
    title: 'Hvað tölurnar þýða',
    tags: ['Ferðir', 'Skýrslur', 'Högg', 'Eldsneyti', 'Öryggi'],
    summary: 'Hvaðan hver tala á skjánum kemur og hvernig hún verður til, svo að sannreyna megi hana.',
    body: [{ document: 'numbers' }],
  },
]
