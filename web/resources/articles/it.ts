import type { Article } from '../article.ts'

export const articles: readonly Article[] = [
  {
    slug: 'system-installation',
    title: 'Installazione del sistema',
    tags: ['Dispositivi', 'Installazione'],
    summary:
      'Dove vanno montati il dispositivo e il sensore di movimento, come collegarli e come verificare che funzionino.',
    body: [
      {
        text: 'Se non hai pratica, affida i collegamenti a un elettricista nautico. Stacca prima la batteria e metti un fusibile sull’alimentazione, vicino alla batteria.',
      },
      { heading: 'Il dispositivo' },
      {
        list: [
          'Montalo all’asciutto, in verticale e dove un cavo arriva alla rete degli strumenti.',
          'Alimentalo a 12 o 24 V in corrente continua, da un circuito che resta acceso mentre l’imbarcazione è in uso.',
          'Metti l’antenna dove vede il cielo, lontano dal radar e dalle antenne che trasmettono.',
        ],
      },
      { heading: 'Il sensore di movimento' },
      {
        list: [
          'Avvitalo a una parte rigida dello scafo sulla linea di mezzeria, vicino al baricentro. Un pannello che vibra misura se stesso.',
          'La freccia sul sensore punta verso prua. Se non è possibile, indica com’è orientato in Montaggio, nella sua pagina tra i Sensori dell’imbarcazione: ciò che misura viene ruotato di conseguenza.',
          'Un altro sensore, per esempio sotto la seduta di guida, viene contato a parte.',
        ],
      },
      { heading: 'La rete degli strumenti' },
      {
        list: [
          'NMEA 2000: un cavo di derivazione verso un connettore a T libero. La dorsale vuole esattamente due terminatori.',
          'NMEA 0183: collega la coppia del talker all’ingresso e imposta la velocità, 4.800 o 38.400 baud.',
          'I motori su J1939 si collegano con un adattatore o tramite un gateway verso NMEA 2000.',
        ],
      },
      { heading: 'Verificare che funzioni' },
      {
        steps: [
          'Registra il dispositivo per la sua imbarcazione: vedi Collegare le imbarcazioni.',
          'Attendi che l’imbarcazione passi a Online e controlla la sua posizione sulla mappa.',
          'Tieni accesi i motori per un minuto e confronta i giri nel grafico del viaggio con gli strumenti di bordo.',
          'Esci in mare per dieci minuti. Il viaggio compare in Viaggi poco dopo che l’imbarcazione si muove.',
        ],
      },
      {
        picture: 'vessel',
        alt: 'La scheda Stato di un’imbarcazione: un riquadro per ogni motore, batteria e serbatoio con ciò che dicono ora.',
      },
    ],
  },
  {
    slug: 'pairing-vessels',
    title: 'Collegare le imbarcazioni',
    tags: ['Imbarcazioni', 'Dispositivi'],
    summary: 'Come un’imbarcazione e il dispositivo di bordo arrivano nella console.',
    keywords: [
      'associare',
      'associazione',
      'dissociare',
      'dissociazione',
      'codice',
      'trasferire',
      'sostituire',
    ],
    body: [
      {
        text: 'Crea l’imbarcazione in Imbarcazioni, Aggiungi imbarcazione, con i suoi limiti; poi dalle un dispositivo, una registrazione o entrambi.',
      },
      { heading: 'Un dispositivo' },
      {
        steps: [
          'Apri l’imbarcazione, scegli Associa dal suo menu e poi Associa un nuovo dispositivo, e digita gli otto caratteri mostrati dal dispositivo.',
          'Un apparecchio tuo riceve id e segreto alla voce Collega un’imbarcazione dello stesso menu, con le righe da copiare; sotto si vede che cosa arriva e che cosa viene rifiutato.',
          'Entro un minuto dai primi dati l’imbarcazione passa da Non associata a Online. Viene archiviato anche ciò che il dispositivo aveva misurato prima, se lo ha conservato.',
        ],
      },
      {
        picture: 'connect',
        alt: 'Collega un’imbarcazione: come trasmette il dispositivo e, sotto, che cosa arriva e che cosa è stato respinto.',
      },
      {
        text: 'Un dispositivo passa a un’altra imbarcazione con Trasferisci un dispositivo. Ciò che ha misurato sulla precedente e invia in ritardo va ancora a quella. Tutto lo storico resta all’imbarcazione.',
      },
      { heading: 'Una registrazione' },
      {
        text: 'I file di log NMEA 2000, J1939, NMEA 0183 e Signal K e le tracce GPX, KML, KMZ, TCX, FIT, GeoJSON o CSV diventano storico quando li trascini sull’imbarcazione nell’elenco o nella sua pagina, o li scegli in File di log nel suo menu, semplici o compressi, al massimo 1 GB per file. Un log che non indica il giorno lo chiede, e una tabella le cui intestazioni non dicono ora e posizione chiede che cosa contengono le colonne. Un log con date di vent’anni fa o più chiede se il ricevitore GPS aveva perso il conto delle settimane. Chi gestisce il server può fare lo stesso con: npm run import -- --vessel "Nome dell’imbarcazione" FILE. Leggere due volte lo stesso file non cambia nulla.',
      },
      { heading: 'Se non arrivano dati' },
      {
        list: [
          'Controlla l’indirizzo del server e l’identificativo e il segreto nel dispositivo.',
          'Controlla l’antenna e la SIM o il Wi-Fi di bordo. Il dispositivo conserva ciò che non è riuscito a inviare.',
          'Le imbarcazioni non associate che non hanno mai inviato nulla non compaiono negli elenchi finché non chiedi di vederle.',
        ],
      },
    ],
  },
  {
    slug: 'helm-and-captains',
    title: 'Il timone e i comandanti',
    tags: ['Imbarcazioni', 'Comandanti'],
    summary: 'Un tablet al timone, chi è al timone e che cosa guadagnano i comandanti con i viaggi.',
    body: [
      {
        text: 'Vista timone, nella pagina di un’imbarcazione, mostra la velocità sul fondo e gli impatti su due quadranti, ciascuno con il proprio limite. È fatta per un tablet letto da due metri: a schermo intero, in verticale o in orizzontale, di giorno e di notte in rosso su nero.',
      },
      {
        picture: 'helm',
        alt: 'La vista timone: due quadranti, la velocità sul fondo rispetto alla velocità di sicurezza e l’impatto rispetto al suo limite.',
      },
      {
        list: [
          'In diretta vuol dire che la barca ha trasmesso negli ultimi due secondi. Oltre, si legge di quanto sono in ritardo i valori e, senza collegamento, che sono fermi.',
          'Oltre il limite un quadrante cambia colore e mostra un triangolo. Quello degli impatti tiene il colpo più forte degli ultimi tre secondi.',
          'I limiti si impostano con Modifica nel menu dell’imbarcazione.',
          'Gli allarmi della barca stanno sopra i quadranti, dal più grave, finché qualcuno non li conferma.',
          'Lo schermo resta acceso dove il browser lo permette, e per questo serve https.',
        ],
      },
      { heading: 'Chi è al timone' },
      {
        text: 'Il pulsante in basso indica il comandante. Chi prende il timone durante il viaggio fa lo stesso: il viaggio è dell’ultimo, e la pagina del viaggio mostra chi era al timone da quando a quando. Se l’organizzazione vuole un comandante per ogni viaggio, il timone lo chiede appena un viaggio comincia, e gli elenchi segnalano il viaggio finché qualcuno non è indicato.',
      },
      { heading: 'Gradi' },
      {
        text: 'Ogni viaggio dà al comandante punti per il punteggio e le miglia, e i punti fanno il grado. Se un viaggio viene corretto, assegnato a un altro o eliminato, punti e grado seguono. Tutti i gradi e quanto richiedono sono nella pagina di ogni comandante.',
      },
      { heading: 'Stato di servizio a bordo' },
      {
        text: 'Giorni, ore e miglia di un comandante per imbarcazione, per qualsiasi periodo, in PDF e CSV: nella pagina del comandante.',
      },
    ],
  },
  {
    slug: 'rules-and-alerts',
    title: 'Regole e allarmi',
    tags: ['Regole', 'Allarmi'],
    summary: 'Che cosa fa scattare un allarme, chi viene avvisato e come non farsi disturbare.',
    body: [
      {
        text: 'Una regola sorveglia tutto ciò che le sue imbarcazioni trasmettono. Monitoraggio, Regole, Aggiungi regola comincia da un modello o da un modulo vuoto; mentre la modifichi, la pagina mostra che cosa dicono le barche adesso e che cosa la regola avrebbe fatto scattare negli ultimi 30 giorni.',
      },
      {
        picture: 'rule',
        alt: 'Una regola mentre viene modificata: le sue condizioni e, accanto, ciò che avrebbe segnalato negli ultimi 30 giorni.',
      },
      {
        list: [
          'Una regola di soglia confronta valori e limiti: il valore com’è, un valore mantenuto per un certo tempo o quanto è cambiato in un certo tempo. Tutte le condizioni devono valere insieme, ovunque oppure solo dentro o fuori da geofence.',
          'Una regola di geofence avvisa quando un’imbarcazione entra, esce o attraversa una geofence, dopo che è rimasta sul nuovo lato per dieci secondi o per il tempo che la regola imposta: una sola posizione errata non genera allarmi.',
          'Un motore che segnala da sé un problema non ha bisogno di regole: l’allarme si chiama esterno.',
        ],
      },
      { heading: 'Un solo allarme per ogni evento' },
      {
        text: 'Un allarme comincia nel primo momento in cui la regola vale e finisce quando non vale più da un minuto. Se una barca tace per dieci minuti, è finito con la sua ultima lettura; se quando torna la regola vale ancora, è un nuovo allarme. Uno nuovo aspetta cinque minuti, uno critico un minuto; i due tempi e la banda morta si impostano tra le impostazioni avanzate. Una regola giudica ciò che è stato misurato mentre era in vigore: chi la cambia non cambia il passato. I dati arrivati tardi sono giudicati come gli altri, e l’allarme dice quando è successo e quando è stato ricevuto.',
      },
      { heading: 'Chi viene avvisato' },
      {
        text: 'Gli allarmi compaiono subito nella console e al timone. Email, messaggi del browser e SMS vanno alle persone indicate dalla regola, se le loro impostazioni lo permettono e solo per ciò che è successo nell’ultima mezz’ora. Oltre dieci messaggi all’ora per uno di questi canali una persona riceve gli altri in un riepilogo; quelli critici arrivano sempre da soli. Le ore di silenzio trattengono i messaggi secondo l’ora dell’organizzazione. I programmi vengono avvisati da webhook, che un amministratore aggiunge in Impostazioni, Webhook. Per ogni canale una regola imposta se le persone ricevono un messaggio quando un allarme comincia, quando finisce o in entrambi i casi; l’attraversamento di una geofence non ha fine. In Impostazioni, Messaggi inviati si legge che cosa non è partito e perché.',
      },
      { heading: 'Un’imbarcazione senza nessuno a bordo' },
      {
        text: 'Sorveglia, nel menu di un’imbarcazione, crea le regole utili all’ormeggio: esce da un cerchio intorno al punto in cui si trova, sempre o solo a motori spenti; una pompa di sentina continua a girare; manca la corrente di banchina; una batteria si scarica. Ognuna è proposta se l’imbarcazione invia ciò che serve. Sono regole come le altre, nella sua scheda Regole: lì si modificano, si disattivano e si eliminano. La finestra chiede chi avvisare, con messaggi del browser ed email: prima di tutti te.',
      },
      { heading: 'Un allarme è un caso' },
      {
        text: 'Chi l’ha visto lo conferma. Si può affidare a qualcuno, silenziare per un po’ e commentare; la sua pagina conserva chi ha fatto che cosa e quando, e come ciascuno è stato avvisato. Se la regola lo prevede, altre persone vengono avvisate quando nessuno conferma in tempo, e di nuovo chi lo era già stato.',
      },
      {
        picture: 'alert',
        alt: 'L’elenco degli allarmi con ora, gravità, testo, imbarcazione e reparto, e i filtri sopra.',
      },
    ],
  },
  {
    slug: 'user-creation',
    title: 'Creare utenti',
    tags: ['Utenti', 'Amministrazione'],
    summary: 'Dare a qualcuno un accesso, un ruolo e un reparto, e che cosa riceve.',
    body: [
      {
        text: 'Gli amministratori dell’organizzazione creano utenti ovunque nell’organizzazione, gli amministratori di reparto nel proprio reparto e in quelli sottostanti.',
      },
      {
        steps: [
          'Apri Utenti nella barra laterale e scegli Aggiungi utente.',
          'Inserisci il nome e l’indirizzo email. Con quell’indirizzo la persona accede e in seguito non si può cambiare. Il numero di telefono è facoltativo.',
          'Scegli un reparto, se la tua organizzazione ne ha. Al livello più alto, che porta il nome dell’organizzazione, trovi i ruoli dell’organizzazione; negli altri reparti i ruoli di reparto.',
          'Scegli il ruolo e premi Crea utente.',
        ],
      },
      {
        picture: 'user',
        alt: 'Il modulo di un nuovo utente: nome, e-mail, numero di telefono, reparto e ruolo.',
      },
      { heading: 'Che cosa riceve il nuovo utente' },
      {
        text: 'Un’email con un link alla console. Accede con il proprio indirizzo email e un codice che gli viene inviato, così nessuno deve far girare password. Chi preferisce una password la imposta in Impostazioni, Password. Dove il server non invia email ricevi invece un link da consegnare; finché la persona non ha effettuato l’accesso, il menu in fondo alla riga ne crea uno nuovo.',
      },
      { heading: 'Modificare ed eliminare' },
      {
        list: [
          'Il menu in fondo alla riga modifica nome, numero di telefono, reparto e ruolo. La modifica vale entro pochi secondi, anche per le pagine aperte.',
          'Eliminando un utente lo si disconnette ovunque. Ciò che ha scritto resta, a nome di un utente eliminato.',
          'Il tuo nome, il numero di telefono e l’immagine sono in Impostazioni, Profilo. Nessuno cambia il proprio ruolo o elimina se stesso.',
          'Un indirizzo email si può usare una sola volta in un’organizzazione. Se è già usato, il modulo lo dice.',
        ],
      },
    ],
  },
  {
    slug: 'departments-and-roles',
    title: 'Reparti e ruoli',
    tags: ['Utenti', 'Reparti', 'Permessi'],
    summary: 'Come è suddivisa un’organizzazione e che cosa può vedere e fare ogni ruolo.',
    body: [
      { heading: 'Reparti' },
      {
        text: 'Ogni organizzazione ha un livello più alto che porta il suo nome. Dove i reparti sono attivi, può essere suddivisa: utenti, imbarcazioni e comandanti appartengono allora a un reparto ciascuno, e un reparto può stare dentro un altro. Senza reparti tutto sta al livello più alto.',
      },
      {
        picture: 'departments',
        alt: 'L’elenco dei reparti con i loro utenti, imbarcazioni, comandanti e viaggi.',
      },
      {
        list: [
          'Chi è al livello più alto vede tutta l’organizzazione. Il selettore nella barra superiore restringe ogni pagina a un reparto.',
          'Chi è in un reparto vede quel reparto e quelli sottostanti, e nient’altro.',
          'Un reparto si può eliminare quando non ha più utenti, imbarcazioni e comandanti assegnati.',
        ],
      },
      { heading: 'Ruoli' },
      {
        list: [
          'Amministratore dell’organizzazione: accesso completo all’organizzazione.',
          'Osservatore dell’organizzazione: vede tutto nell’organizzazione e commenta i viaggi.',
          'Amministratore del reparto: gestisce utenti, viaggi e geofence del reparto.',
          'Osservatore del reparto: vede ciò che appartiene al reparto e commenta i viaggi.',
        ],
      },
      {
        text: 'I ruoli dell’organizzazione si danno al livello più alto, quelli di reparto nei reparti. Se qualcosa appare con un lucchetto, il tuo ruolo non lo comprende: rivolgiti a un amministratore della tua organizzazione.',
      },
      { heading: 'Chiavi API' },
      {
        text: 'Gli amministratori dell’organizzazione creano chiavi per i programmi in Amministrazione, Chiavi API. Una chiave ha un ruolo in un reparto e ogni chiamata costa crediti, di cui un’organizzazione ha un certo numero al giorno. La chiave viene mostrata una sola volta; chi la elimina la disattiva subito. Con essa i programmi leggono e scrivono imbarcazioni, viaggi, serie, allarmi, comandanti, geofence, commenti e regole, scaricano file e ascoltano un flusso di posizioni e allarmi. Che cosa possono chiamare, con esempi, sta nella documentazione dell’API, a cui porta la pagina. Un commento scritto da un programma mostra il nome della sua chiave.',
      },
      { heading: 'Che cosa può fare ogni ruolo' },
      { table: 'permissions' },
    ],
  },
  {
    slug: 'public-api',
    title: 'L’API pubblica',
    tags: ['API', 'Programmi', 'Amministrazione'],
    summary: 'Chiavi per i tuoi programmi: che cosa raggiungono, quanto costano e quando vengono respinte.',
    keywords: ['crediti', 'limite', 'chiave', 'token'],
    body: [
      {
        text: 'I tuoi programmi leggono e scrivono ciò che mostra la console, a indirizzi sotto /public/v1 di questo server. Che cosa si può chiamare, con un esempio per ogni chiamata, sta nella documentazione dell’API, a cui porta la pagina Chiavi API; si legge senza internet.',
      },
      { heading: 'Una chiave' },
      {
        steps: [
          'Apri Amministrazione, Chiavi API, che gli amministratori dell’organizzazione hanno, e scegli Crea nuova chiave API.',
          'Dalle un nome, un reparto e un ruolo. Raggiunge ciò che raggiunge una persona con quel ruolo in quel reparto.',
          'Copiala da Salva la tua chiave API: viene mostrata solo questa volta.',
          'Inviala con ogni chiamata, nell’intestazione Authorization: Bearer.',
        ],
      },
      {
        picture: 'keys',
        alt: 'La pagina Chiavi API: i crediti rimasti oggi e il costo delle chiamate.',
      },
      {
        text: 'Chi elimina una chiave la termina subito, flussi e download compresi. Un commento scritto da un programma mostra il nome della sua chiave, e così il registro delle attività.',
      },
      { heading: 'Che cosa possono fare i programmi' },
      {
        list: [
          'Leggere imbarcazioni, posizioni, viaggi e i loro tracciati, serie e campioni, impatti, statistiche, allarmi, comandanti, geofence, commenti e regole.',
          'Scrivere dove il ruolo lo consente, ogni scrittura una volta sola sotto una parola scelta da loro.',
          'Scaricare un viaggio come file, una giornata del giornale di bordo in PDF o CSV ed esportazioni di tutto per qualsiasi periodo, che riprendono dove il download si è interrotto.',
          'Vedere e modificare i rapporti programmati, dove il ruolo gestisce il reparto.',
          'Ascoltare posizioni e allarmi mentre accadono.',
        ],
      },
      { heading: 'Quanto costa' },
      {
        list: [
          'Una chiamata costa un credito.',
          'I dati grezzi costano un credito ogni 100 righe, e così il flusso per imbarcazioni e allarmi.',
          'Un file costa 50 crediti: un download con il suo link, un’esportazione quando viene richiesta, o quando la prima chiave scarica quella richiesta da una persona, una giornata del giornale di bordo ogni volta.',
          'Ciò che viene respinto o non riesce non costa nulla.',
        ],
      },
      {
        text: 'Tutte le chiavi di un’organizzazione condividono i suoi crediti del giorno, che comincia a mezzanotte GMT; quelli rimasti vanno persi. Chiavi API mostra quanti ne restano e il tempo fino ai nuovi.',
      },
      { heading: 'Che cosa viene respinto' },
      {
        list: [
          '401: la chiave manca, è sbagliata o eliminata.',
          '402: i crediti del giorno sono finiti.',
          '403: il ruolo della chiave non comprende la chiamata.',
          '404: non esiste, o la chiave non lo raggiunge.',
        ],
      },
    ],
  },
  {
    slug: 'access-imas-ui-over-wifi',
    title: 'La console dal Wi-Fi di bordo',
    tags: ['Dispositivi', 'Installazione', 'Wi-Fi'],
    summary:
      'Apri la console, o la pagina di un dispositivo, su un telefono o un tablet nella rete di bordo.',
    body: [
      {
        text: 'Dove il server stesso sta a bordo, telefoni e tablet nel Wi-Fi dell’imbarcazione aprono la console senza internet. Posizioni, strumenti, viaggi e allarmi ci sono tutti; la mappa del mondo è sul server.',
      },
      { heading: 'Aprire la console' },
      {
        steps: [
          'Chi gestisce il server imposta HOST sull’indirizzo di quel computer nella rete di bordo, o su 0.0.0.0 per tutti quelli che ha, e lo riavvia. Altrimenti il server risponde solo alla propria macchina.',
          'Collega il telefono o il tablet al Wi-Fi di bordo.',
          'Scrivi l’indirizzo del computer con la porta, per esempio http://192.168.1.10:3000, e accedi come sempre.',
        ],
      },
      {
        list: [
          'La flotta dimostrativa risponde solo alla propria macchina, perché le sue password sono note a tutti.',
          'Uno schermo che resta acceso e i messaggi del browser richiedono https.',
        ],
      },
      { heading: 'La pagina di un dispositivo' },
      {
        text: 'Un dispositivo di un altro produttore può avere una pagina propria nel Wi-Fi di bordo; il suo manuale dice a quale indirizzo. Lì riceve l’indirizzo di questo server e l’id e il segreto che mostra Collega un’imbarcazione, nel menu dell’imbarcazione.',
      },
    ],
  },
  {
    slug: 'numbers',
    title: 'Che cosa significano i numeri',
    tags: ['Viaggi', 'Rapporti', 'Impatti', 'Carburante', 'Sicurezza'],
    summary:
      'Da dove viene e come si calcola ogni numero sullo schermo, per verificarlo, fidarsene o discuterne.',
    body: [{ document: 'numbers' }],
  },
  {
    slug: 'reports-and-logbook',
    title: 'Rapporti per email e giornale di bordo',
    tags: ['Rapporti', 'Giornale di bordo', 'PDF'],
    summary:
      'Salva un rapporto come documento, fallo inviare ogni settimana o ogni mese e leggi una giornata di un’imbarcazione ora per ora.',
    body: [
      { heading: 'Un rapporto come documento' },
      {
        text: 'Scarica PDF nella pagina Rapporti crea un documento dei giorni, del reparto e dell’aggregazione che stai guardando: totali e grafici di tutte le schede, e le tabelle fino a 200 righe ciascuna. È nella tua lingua e nelle tue unità. Esporta CSV nella Tabella ha ogni riga, in nodi, miglia nautiche e litri.',
      },
      {
        picture: 'report',
        alt: 'Un rapporto di 30 giorni: durata e distanza per giorno, e le imbarcazioni e i comandanti con più viaggi.',
      },
      { heading: 'Rapporti programmati' },
      {
        text: 'Chi gestisce un reparto può farne inviare i rapporti per email: apri Rapporti, poi Rapporti programmati.',
      },
      {
        steps: [
          'Scegli Nuovo rapporto programmato e dagli un nome.',
          'Indica la frequenza: il settimanale parte lunedì alle 6:00 sulla settimana precedente, il mensile il primo del mese alle 6:00 sul mese precedente.',
          'Scegli il reparto. L’organizzazione stessa è tutta la flotta.',
          'Scegli chi lo riceve. Si possono scegliere solo persone che vedono il reparto.',
          'Guarda Anteprima PDF, poi salva.',
        ],
      },
      {
        text: 'Giorni e settimane sono quelli del fuso orario della tua organizzazione. Ognuno riceve il documento nella propria lingua e nelle proprie unità, con le tabelle di imbarcazioni e comandanti in CSV. Chi non vede più il reparto non riceve più nulla.',
      },
      {
        text: 'Ogni periodo viene inviato una volta. Dopo un fermo del server parte in ritardo il più recente; quelli precedenti non vengono recuperati, e nemmeno ciò che finisce mentre un rapporto è in pausa. Rapporti inviati elenca che cosa è stato inviato quando e a chi, e che cosa non è partito e perché. Un’email che fallisce viene ritentata per un giorno.',
      },
      { heading: 'Il giornale di bordo' },
      {
        text: 'Giornale di bordo nel menu di un’imbarcazione mostra una sua giornata come sulla carta, una riga per ogni ora: posizione, rotta, velocità, prua, vento, pressione, profondità, giri dei motori, distanza e comandante. Commenti e allarmi dell’ora stanno sotto Annotazioni. I valori sono medie dell’ora, la posizione è l’ultima e le distanze sono quelle dei viaggi.',
      },
      {
        text: 'Un’ora in cui nulla è stato registrato appare come un vuoto; nulla viene riempito. Il vento che nessuno strumento ha misurato e una previsione sì è segnalato. PDF e CSV contengono la stessa giornata.',
      },
      {
        picture: 'logbook',
        alt: 'Un giorno del giornale di bordo, una riga per ogni ora.',
      },
    ],
  },
  {
    slug: 'share-print-export',
    title: 'Condividere, stampare, esportare e misurare sulla mappa',
    tags: ['Condivisione', 'Stampa', 'Esportazioni', 'Mappa', 'Unità'],
    summary:
      'Mostra un viaggio a chi non ha un account, portalo su carta, porta con te tutti i dati e lavora sulla mappa come su una carta nautica.',
    body: [
      { heading: 'Un link a un viaggio' },
      {
        text: 'Condividi… nel menu di un viaggio crea un link che mostra questo viaggio a chi lo possiede, senza un account: mappa, dati, impatti, movimento in 3D, meteo e i commenti che scegli. Nel menu di un impatto mostra solo quell’impatto, con i due minuti prima e dopo. Chi può modificare i viaggi può creare link.',
      },
      {
        picture: 'trip',
        alt: 'La scheda Sicurezza di un viaggio: velocità e impatti lungo il viaggio sotto le sue cifre.',
      },
      {
        text: 'Un link si apre per il tempo che indichi, al massimo 90 giorni, e viene mostrato una volta sola: copialo subito. La finestra elenca i link del viaggio, quante volte e quando sono stati aperti, e ne revoca uno all’istante; Impostazioni, Link condivisi elenca quelli di tutti i viaggi che puoi modificare. Un link scaduto, revocato o scritto male dice a tutti la stessa cosa.',
      },
      { heading: 'Su carta' },
      {
        text: 'Stampa nella pagina Rapporti e nel menu di un viaggio dispone la pagina per A4 o Letter, con colori chiari e senza menu. La mappa del viaggio ne fa parte se scegli Stampa lì; con il comando del browser c’è solo la sua traccia.',
      },
      { heading: 'Esportazioni' },
      {
        text: 'Esportazioni scrive viaggi, secondi, movimento, impatti o allarmi di un’imbarcazione, di un reparto o di tutto ciò che puoi vedere, per qualsiasi periodo, in un unico archivio: CSV, Parquet o GeoJSON, con la descrizione di ogni colonna. Viene scritto in background e conservato per 7 giorni; un download interrotto riprende da dove era.',
      },
      { heading: 'Sulla mappa' },
      {
        steps: [
          'Misura distanza e rilevamento: fai clic su punti o imbarcazioni. Ogni tratto ha la sua distanza e il suo rilevamento, in gradi veri; una linea verso un’imbarcazione si muove con lei.',
          'Vai a una posizione: scrivila in qualsiasi forma usuale, in gradi o con minuti e secondi.',
          'La posizione sotto il puntatore è in fondo alla mappa. Fai clic per scriverla in un altro modo.',
          'Un clic con il tasto destro, o una pressione prolungata, dice una posizione in tre modi, da copiare.',
          'Replay della flotta: scegli un giorno, o fino a una settimana, e riproducilo, fino a 600 volte più veloce. Un’imbarcazione non ricevuta resta come anello dov’era l’ultima volta.',
          'Cerchi di distanza: fai clic su un punto o un’imbarcazione per il centro; i cerchi attorno a un’imbarcazione si muovono con lei. Il clic successivo dice distanza e rilevamento.',
          'Stampa mette la mappa su carta come la vedi, con la scala e il significato dei simboli.',
          'Le impostazioni della mappa hanno le tracce recenti di tutte le imbarcazioni e i bersagli AIS: le navi che i ricevitori delle tue imbarcazioni sentono, tolte dieci minuti dopo l’ultima ricezione. I trasmettitori di soccorso (SART, MOB, EPIRB) si vedono sempre.',
          'Il superamministratore conserva le vostre acque nel dettaglio dei porti: Impostazioni mappa, Conserva quest’area in dettaglio. Cerca un luogo, disegna l’area o prendi la vista, guarda quanto è grande e avvia. Moli, ormeggi, strade ed edifici sono sulla mappa di tutti appena scaricati, e non serve più internet.',
        ],
      },
      {
        picture: 'map',
        alt: 'La mappa della flotta con le imbarcazioni dove si trovano, i loro nomi e l’elenco accanto.',
      },
      { heading: 'Unità' },
      {
        text: 'In Impostazioni, Profilo trovi le unità delle tue schermate, email e documenti. Esportazioni, download e API pubblica restano in nodi, miglia nautiche, litri, °C e metri.',
      },
    ],
  },
]
